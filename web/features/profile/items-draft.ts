/** Guards the draft of chosen items. */
export function isItemIds(value: unknown): value is number[] {
  return Array.isArray(value) && value.every(Number.isInteger)
}
