import Bowser from 'bowser'

/** Longer User-Agent headers are cut off here. */
const HEADER_LENGTH = 512
const NAME_LENGTH = 40

export interface Device {
  browser: string | null
  system: string | null
}

/** Browser and system from a User-Agent, such as `Firefox` and `Android`; null if unknown. */
export function deviceOf(userAgent: string | undefined): Device {
  if (!userAgent) return { browser: null, system: null }
  const { browser, os } = Bowser.parse(userAgent.slice(0, HEADER_LENGTH))
  return { browser: nameOf(browser.name), system: nameOf(os.name) }
}

/** The client controls the header: show only what looks like a name. */
function nameOf(name: string | undefined): string | null {
  return name && name.length <= NAME_LENGTH && /^[A-Za-z][\w .+-]*$/.test(name) ? name : null
}
