import { z } from 'zod'
import { plainTextSchema } from '../input/plain-text.ts'
import { LEGAL_COUNTRIES, type LegalCountry } from '../legal-pages.ts'
import { INVALID_SETTING } from './setting-errors.ts'

/** Facts about the community's operator, in the order of the form. */
export const OPERATOR_FACTS = [
  'name',
  'address',
  'email',
  'phone',
  'register_no',
  'responsible',
  'hoster',
  'mail_provider',
  'authority',
] as const
export type OperatorFact = (typeof OPERATOR_FACTS)[number]

/** Enough for a name and an address on several lines. */
export const OPERATOR_FACT_MAX_LENGTH = 300

/** The operator: values for imprint, privacy notice and terms. Empty: not given. */
export const operatorSchema = z.object({
  /** The country whose law the templates follow. */
  country: z.enum(LEGAL_COUNTRIES),
  name: z.string(),
  address: z.string(),
  email: z.string(),
  phone: z.string(),
  register_no: z.string(),
  /** The person responsible for the published content. */
  responsible: z.string(),
  /** Name, address and, in France, telephone number. */
  hoster: z.string(),
  mail_provider: z.string(),
  /** The data protection authority, if the country has several, as in Germany. */
  authority: z.string(),
})
export type Operator = z.infer<typeof operatorSchema>

export const PRESET_OPERATOR: Operator = {
  country: 'CH',
  name: '',
  address: '',
  email: '',
  phone: '',
  register_no: '',
  responsible: '',
  hoster: '',
  mail_provider: '',
  authority: '',
}

const factSchema = plainTextSchema({
  max: OPERATOR_FACT_MAX_LENGTH,
  tooLong: INVALID_SETTING.tooLong,
  missing: null,
  invalid: INVALID_SETTING.name,
})

export const operatorUpdateSchema = z.object({
  country: z.enum(LEGAL_COUNTRIES),
  name: factSchema,
  address: factSchema,
  email: factSchema.refine(
    (text) => text === '' || z.email().safeParse(text).success,
    INVALID_SETTING.email,
  ),
  phone: factSchema,
  register_no: factSchema,
  responsible: factSchema,
  hoster: factSchema,
  mail_provider: factSchema,
  authority: factSchema,
})

const ALWAYS = ['name', 'address', 'email', 'responsible', 'hoster', 'mail_provider'] as const
/** Further facts that a country's law requires. */
const ALSO: Record<LegalCountry, readonly OperatorFact[]> = {
  CH: [],
  LI: [],
  DE: ['authority'],
  AT: [],
  // Required for the publisher and the host (LCEN, art. 1-1).
  FR: ['phone'],
}

/** Facts that the templates need and that are missing. */
export function missingFacts(operator: Operator): OperatorFact[] {
  const needed: readonly OperatorFact[] = [...ALWAYS, ...ALSO[operator.country]]
  return OPERATOR_FACTS.filter((fact) => needed.includes(fact) && operator[fact] === '')
}
