import { expect, it } from 'vitest'
import { stickerQuery } from './sticker-query.ts'

it('stickerQuery() returns the same query for the same stickers in any order', () => {
  expect(stickerQuery({ stickerIds: [], match: 'any' })).toEqual({})
  expect(stickerQuery({ stickerIds: [7], match: 'any' })).toEqual({ sticker_id: '7' })
  const picked = { sticker_ids: '2,5,11', match: 'all' }
  expect(stickerQuery({ stickerIds: [11, 2, 5], match: 'all' })).toEqual(picked)
  expect(stickerQuery({ stickerIds: [2, 5, 11], match: 'all' })).toEqual(picked)
})
