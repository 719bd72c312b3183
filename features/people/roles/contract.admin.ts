import { z } from 'zod'
import { areaSchema, newAreaSchema } from '#platform/shared/areas.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { readVersionSchema } from '#platform/shared/input/numbers.ts'
import { TASKS } from '#platform/shared/tasks.ts'

/** A person who has tasks, or may be given some. */
export const taskHolderSchema = z.object({
  id: z.uuid(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string().nullable(),
  /** Whether tasks can be given: requires a confirmed address and an account that is not suspended. */
  eligible: z.boolean(),
  /** From the role of the account or given individually. */
  tasks: z.array(z.enum(TASKS)),
  /** The area to which the tasks are limited; null for the whole community. */
  area: areaSchema.nullable(),
  /** Increases with each change of the account by the staff; sent back with each change. */
  version: z.int(),
})
export type TaskHolder = z.infer<typeof taskHolderSchema>

export const rolesApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/admin/roles',
    summary: 'Lists all accounts that have a task, administrators first',
    access: 'back_office',
    status: 200,
    answer: z.array(taskHolderSchema),
    errors: [],
  },
  byId: {
    method: 'GET',
    path: '/admin/roles/byId',
    summary: 'Returns the tasks of an account, empty if it has none',
    access: 'back_office',
    query: z.object({ id: z.uuid(VALIDATION.invalid) }),
    status: 200,
    answer: taskHolderSchema,
    errors: ['not_found'],
  },
  set: {
    method: 'POST',
    path: '/admin/roles/set',
    summary:
      'Replaces the tasks of an account and their area, with a mail that says what has changed',
    access: 'back_office',
    freshProof: true,
    body: z.object({
      id: z.uuid(VALIDATION.invalid),
      /** The version that was read. Rejected if the account has changed since. */
      version: readVersionSchema,
      tasks: z.array(z.enum(TASKS, VALIDATION.invalid)).max(TASKS.length, VALIDATION.invalid),
      /** Keeps the present area if it is missing. Tasks that cannot be limited to an area are dropped beside one. */
      area: newAreaSchema.nullable().optional(),
    }),
    status: 200,
    answer: taskHolderSchema,
    errors: ['validation', 'not_found', 'changed_meanwhile', 'last_admin', 'no_role_possible'],
  },
})
