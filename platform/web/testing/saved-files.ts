import { vi } from 'vitest'

/** Takes what would be saved as a file, and leaves the page where it is; until the mocks are restored. */
export function catchSavedFiles() {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  return vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:')
}
