import { vi } from 'vitest'

/** Catches saved files, so that the page stays open; until the mocks are restored. */
export function catchSavedFiles() {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  return vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:')
}
