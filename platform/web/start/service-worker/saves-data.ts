/** What TypeScript's types lack: https://wicg.github.io/savedata */
interface Connected {
  connection?: { saveData?: boolean }
}

/** Whether the browser is set to save data; many browsers do not report it. */
export const savesData = (navigator: object): boolean =>
  (navigator as Connected).connection?.saveData === true
