import type { Db } from '#platform/server/db/client.ts'
import { type Asked, answersTo } from '#platform/server/questions.ts'
import { PRODUCT_WORD } from './questions.ts'

/**
 * Words that people who know this service and the region would guess: items that are lent, and
 * places.
 */
export const isProductWord =
  (db: Db, asked: Asked) =>
  async (word: string): Promise<boolean> => {
    for (const isOne of answersTo(asked, PRODUCT_WORD)) if (await isOne(db, word)) return true
    return false
  }
