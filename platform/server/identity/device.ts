import Bowser from 'bowser'

/** More of a header than this says nothing that is looked for. */
const HEADER_LENGTH = 512
const NAME_LENGTH = 40

export interface Device {
  browser: string | null
  system: string | null
}

/** Coarse names for a User-Agent, such as `Firefox` and `Android`; null for what is not known. */
export function deviceOf(userAgent: string | undefined): Device {
  if (!userAgent) return { browser: null, system: null }
  const { browser, os } = Bowser.parse(userAgent.slice(0, HEADER_LENGTH))
  return { browser: nameOf(browser.name), system: nameOf(os.name) }
}

/** Whoever logs in writes the header: only what looks like a name is shown to the owner. */
function nameOf(name: string | undefined): string | null {
  return name && name.length <= NAME_LENGTH && /^[A-Za-z][\w .+-]*$/.test(name) ? name : null
}
