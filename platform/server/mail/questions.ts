import { defineQuestion } from '../questions.ts'
import type { MailingKind } from './mailings.ts'

/** A message to many people, each once, at the pace of the mail server. */
export const MAILING = defineQuestion<MailingKind>('mailing')
