import { z } from 'zod'
import { INVALID_SETTING } from './setting-errors.ts'

/** Bulk mails that the server sends automatically. */
export const mailsSettingSchema = z.object({
  /** Monthly, to users who chose it; off: it is not offered. */
  neighbourhood: z.boolean(),
})
export type MailsSetting = z.infer<typeof mailsSettingSchema>

export const PRESET_MAILS: MailsSetting = { neighbourhood: true }

export const mailsSettingUpdateSchema = z.object({
  neighbourhood: z.boolean(INVALID_SETTING.limit),
})
