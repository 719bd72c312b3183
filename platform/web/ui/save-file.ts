import { MINUTE_MS } from '#platform/shared/durations.ts'
/** Has the browser save a file under a name, as if it had been downloaded. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the file after this task.
  setTimeout(() => URL.revokeObjectURL(url), MINUTE_MS)
}
