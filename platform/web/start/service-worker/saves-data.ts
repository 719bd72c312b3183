/** What TypeScript's types lack: https://wicg.github.io/savedata */
interface Connected {
  connection?: { saveData?: boolean }
}

/** Whether somebody has told their browser to load less; many browsers cannot say so. */
export const savesData = (navigator: object): boolean =>
  (navigator as Connected).connection?.saveData === true
