/** Shows on the icon of the installed app how much waits; nothing at 0, nor where icons have no badge. */
export async function showInAppBadge(count: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return
  try {
    await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge())
  } catch {
    // An app that is not installed has no icon.
  }
}
