import type { Db } from '#platform/server/db/client.ts'
import { type Asked, answersTo } from '#platform/server/questions.ts'
import { PRODUCT_WORD } from './accounts.questions.ts'

/** What everybody who knows this service and the region thinks of: a thing that is lent, or a place. */
export const isProductWord =
  (db: Db, asked: Asked) =>
  async (word: string): Promise<boolean> => {
    for (const isOne of answersTo(asked, PRODUCT_WORD)) if (await isOne(db, word)) return true
    return false
  }
