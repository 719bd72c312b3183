import { MINUTE_MS } from '#platform/shared/durations.ts'
/** Saves a file with a name, like a download. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the file after this task.
  setTimeout(() => URL.revokeObjectURL(url), MINUTE_MS)
}
