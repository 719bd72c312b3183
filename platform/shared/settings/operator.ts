import { z } from 'zod'
import { plainTextSchema } from '../input/plain-text.ts'
import { LEGAL_COUNTRIES, type LegalCountry } from '../legal-pages.ts'
import { INVALID_SETTING } from './setting-errors.ts'

/** The facts about whoever runs the community, in the order of the form. */
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

/** A name and an address of several lines. */
export const OPERATOR_FACT_MAX_LENGTH = 300

/** Who runs the community: what imprint, privacy notice and terms are made of. Empty: not told. */
export const operatorSchema = z.object({
  /** Whose laws the templates follow. */
  country: z.enum(LEGAL_COUNTRIES),
  name: z.string(),
  address: z.string(),
  email: z.string(),
  phone: z.string(),
  register_no: z.string(),
  /** The person who answers for what is published. */
  responsible: z.string(),
  /** Name, address and, in France, telephone. */
  hoster: z.string(),
  mail_provider: z.string(),
  /** The supervisory authority where the country has several: that of a German Land. */
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
/** What the law of a country asks for besides. */
const ALSO: Record<LegalCountry, readonly OperatorFact[]> = {
  CH: [],
  LI: [],
  DE: ['authority'],
  AT: [],
  // Of the publisher as of the host (LCEN, art. 1-1).
  FR: ['phone'],
}

/** The facts that the templates need and nobody has given. */
export function missingFacts(operator: Operator): OperatorFact[] {
  const needed: readonly OperatorFact[] = [...ALWAYS, ...ALSO[operator.country]]
  return OPERATOR_FACTS.filter((fact) => needed.includes(fact) && operator[fact] === '')
}
