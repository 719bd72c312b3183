import type { Db } from '#platform/server/db/client.ts'
import { defineQuestion } from '#platform/server/questions.ts'
import type { AdminUser } from '../contract.admin.ts'

/** Reports and feedback by or about an account. */
export type CaseCounts = Pick<
  AdminUser,
  'reports_made' | 'feedback' | 'reported_messages' | 'open_reports'
>

/** Each noun with cases counts its own. `letterboxId` is the letterbox the account owns. */
export type CountCases = (
  db: Db,
  of: { userId: string; letterboxId: string | null },
) => Promise<Partial<CaseCounts>>

export const CASES_OF_ACCOUNT = defineQuestion<CountCases>('cases of an account')
