/**
 * What does not wait for each other's answers goes out at once on the one connection of a transaction, and is carried out
 * one after the other: statements of `prepared` in this order, then the others. When a part fails the others are waited
 * for: nothing is asked any more once the transaction has been rolled back, when its connection may be somebody else's.
 * What is thrown is the first failure.
 *
 *     const [row, view] = await together([findRow(tx, id), findView(tx, userId, id)])
 */
export async function together<const Parts extends readonly unknown[]>(
  parts: Parts,
): Promise<{ -readonly [Part in keyof Parts]: Awaited<Parts[Part]> }> {
  // A query of the ORM begins each time somebody waits for it.
  const begun = parts.map((part) => Promise.resolve(part))
  const over = Promise.allSettled(begun)
  try {
    return (await Promise.all(begun)) as { -readonly [Part in keyof Parts]: Awaited<Parts[Part]> }
  } finally {
    await over
  }
}
