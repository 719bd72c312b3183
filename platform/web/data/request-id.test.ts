import { expect, it } from 'vitest'
import { z } from 'zod'
import { newRequestId } from './request-id.ts'

it('request ids are different UUIDs of version 4', () => {
  const ids = Array.from({ length: 100 }, newRequestId)
  expect(new Set(ids).size).toBe(100)
  for (const id of ids) expect(z.uuidv4().safeParse(id).success).toBe(true)
})
