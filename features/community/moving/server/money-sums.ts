/** Cents by year and currency, such as `2024 CHF`. */
export type MoneySums = Map<string, number>

export const currencySums = (): MoneySums => new Map()

export function addMoney(sums: MoneySums, key: string, cents: number): void {
  sums.set(key, (sums.get(key) ?? 0) + cents)
}

/** All keys of some sums, in order. */
export const keysOf = (...all: MoneySums[]): string[] =>
  [...new Set(all.flatMap((sums) => [...sums.keys()]))].sort()

/** The difference of two sums, without zeros. */
export function differenceOf(a: MoneySums, b: MoneySums): MoneySums {
  const rest = keysOf(a, b).map((key) => [key, (a.get(key) ?? 0) - (b.get(key) ?? 0)] as const)
  return new Map(rest.filter(([, cents]) => cents !== 0))
}
