import { z } from 'zod'
import { INVALID_SETTING } from './setting-errors.ts'

/** Which mails to many the server sends by itself. */
export const mailsSettingSchema = z.object({
  /** Once a month, to whoever ticked it; off, nobody is offered it. */
  neighbourhood: z.boolean(),
})
export type MailsSetting = z.infer<typeof mailsSettingSchema>

export const PRESET_MAILS: MailsSetting = { neighbourhood: true }

export const mailsSettingUpdateSchema = z.object({
  neighbourhood: z.boolean(INVALID_SETTING.limit),
})
