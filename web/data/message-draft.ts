/** What was typed and not sent, in this tab, until it is sent or the user logs out. */

const PREFIX = 'letterlend.draft.'

export function readDraft(key: string): string {
  try {
    return sessionStorage.getItem(PREFIX + key) ?? ''
  } catch {
    return ''
  }
}

/** An empty text forgets it. */
export function writeDraft(key: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(PREFIX + key, text)
    else sessionStorage.removeItem(PREFIX + key)
  } catch {
    // A convenience only.
  }
}
