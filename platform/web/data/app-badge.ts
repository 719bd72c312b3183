/** Shows a count on the icon of the installed app; nothing at 0, or if icons have no badges. */
export async function showInAppBadge(count: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return
  try {
    await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge())
  } catch {
    // An app that is not installed has no icon.
  }
}
