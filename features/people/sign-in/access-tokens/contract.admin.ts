import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { accessTokenSchema, createdTokenSchema, newTokenSchema } from './contract.ts'

/** Open tokens of the community. */
export const MAX_COMMUNITY_TOKENS = 50

export const adminAccessTokensApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/admin/accessTokens',
    summary: 'Lists the access tokens of the community, newest first',
    access: 'back_office',
    status: 200,
    answer: z.array(accessTokenSchema),
    errors: [],
  },
  create: {
    method: 'POST',
    path: '/admin/accessTokens/create',
    summary:
      'Creates an access token of the community with these tasks, and returns it for the only time',
    access: 'back_office',
    freshProof: true,
    body: newTokenSchema.extend({ tasks: newTokenSchema.shape.tasks.min(1, VALIDATION.invalid) }),
    status: 201,
    answer: createdTokenSchema,
    errors: ['validation', 'too_many_access_tokens'],
  },
  end: {
    method: 'POST',
    path: '/admin/accessTokens/end',
    summary: 'Ends an access token of the community at once',
    access: 'back_office',
    body: z.object({ id: z.uuid(VALIDATION.invalid) }),
    status: 204,
    answer: null,
    errors: ['validation', 'not_found'],
  },
})
