import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { z } from 'zod'
import { toCents } from '#features/shop/orders/products/pricing.ts'

/** The content of a file: the IBANs of its accounts, and their entries. */
export interface BankStatement {
  /** Without spaces. */
  ibans: string[]
  entries: BankEntry[]
}

/** One entry of a statement: a single payment, or a sum without details. */
export interface BankEntry {
  /** Account and the bank's name for the entry there: the same in every file. Parts of a sum may share it. */
  key: string
  /** `returned`: a payment that the bank could not execute or took back; it pays nothing. */
  kind: 'credit' | 'reversal' | 'returned' | 'pending' | 'batch'
  amount_cents: number | null
  currency: string
  received_on: string | null
  /** Structured references as the bank read them. */
  references: string[]
  /** Free text that the payer typed. */
  text: string
  /** Null if the statement names no payer, or if the name is too long to keep; it is then part of the text. */
  payer: string | null
}

/** The file is not a statement that we can read. */
export class CamtError extends Error {}

/** Elements that may be repeated; all others occur once. */
const REPEATED = new Set(['Stmt', 'Ntfctn', 'Ntry', 'NtryDtls', 'TxDtls', 'Strd', 'Ustrd'])
/** camt.053 is a daily statement, camt.054 lists single payments. We read the same parts of every version. */
const NAMESPACE = /\sxmlns(:[\w.-]+)?\s*=\s*["'][^"']*camt\.05[34]\.001\.\d\d["']/

const text = z
  .union([z.string(), z.object({ '#text': z.string() }).transform((node) => node['#text'])])
  .optional()
  .catch(undefined)
/** The parser returns an empty string for an element without content. */
const node = <S extends z.ZodRawShape>(shape: S) =>
  z.preprocess((value) => (value === '' ? {} : value), z.object(shape))
const some = <S extends z.ZodType>(schema: S) => z.array(schema).default([])

const amountSchema = z.object({ '#text': z.string(), '@Ccy': z.string() }).optional()
const partySchema = node({ Nm: text, Pty: node({ Nm: text }).optional() })
const transactionSchema = node({
  Refs: node({ AcctSvcrRef: text }).optional(),
  Amt: amountSchema,
  AmtDtls: node({
    InstdAmt: node({ Amt: amountSchema }).optional(),
    TxAmt: node({ Amt: amountSchema }).optional(),
  }).optional(),
  CdtDbtInd: text,
  RltdPties: node({ Dbtr: partySchema.optional() }).optional(),
  /** Why the money was returned. */
  RtrInf: z.unknown().optional(),
  RmtInf: node({
    Strd: some(node({ CdtrRefInf: node({ Ref: text }).optional(), AddtlRmtInf: text })),
    Ustrd: some(z.string()),
  }).optional(),
})
const dateSchema = node({ Dt: text, DtTm: text }).optional()
const entrySchema = node({
  Amt: amountSchema,
  CdtDbtInd: text,
  RvslInd: text,
  /** A string, or since version 08 an element with a code. */
  Sts: z.union([z.string(), node({ Cd: text }).transform(({ Cd }) => Cd ?? '')]).optional(),
  BookgDt: dateSchema,
  ValDt: dateSchema,
  AcctSvcrRef: text,
  NtryRef: text,
  NtryDtls: some(
    node({ Btch: node({ NbOfTxs: text }).optional(), TxDtls: some(transactionSchema) }),
  ),
  AddtlNtryInf: text,
})
const accountSchema = node({
  Acct: node({
    Id: node({ IBAN: text, Othr: node({ Id: text }).optional() }).optional(),
  }).optional(),
  Ntry: some(entrySchema),
})
const documentSchema = z.object({
  Document: node({
    BkToCstmrStmt: node({ Stmt: some(accountSchema) }).optional(),
    BkToCstmrDbtCdtNtfctn: node({ Ntfctn: some(accountSchema) }).optional(),
  }),
})

type Entry = z.infer<typeof entrySchema>
type Transaction = z.infer<typeof transactionSchema>

/** Characters that entities may expand to in one file; the largest file stays below it. */
const MAX_EXPANDED = 16 * 1024 * 1024

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  // Numbers stay strings: an amount is exact, and a reference can begin with zeros.
  parseTagValue: false,
  // Numbered entities too, because some banks write every umlaut that way. Files that define entities are rejected
  // earlier.
  htmlEntities: true,
  processEntities: { enabled: true, maxExpandedLength: MAX_EXPANDED },
  isArray: (name) => REPEATED.has(name),
})

function parse(xml: string): unknown {
  // Real statements define no entities. Malicious files define them to read other files.
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) throw new CamtError('defines a document type')
  if (XMLValidator.validate(xml) !== true) throw new CamtError('is no XML')
  try {
    return parser.parse(xml)
  } catch {
    throw new CamtError('is no XML')
  }
}

/** The day of an entry; null for a date that does not exist, such as `2026-02-30`. */
function dayOf(date: Entry['BookgDt']): string | null {
  const day = (date?.Dt ?? date?.DtTm)?.match(/^\d{4}-\d\d-\d\d/)?.[0]
  return day !== undefined && z.iso.date().safeParse(day).success ? day : null
}

/** The largest amount that our 32-bit column can hold, in cents. */
const MAX_CENTS = 2 ** 31 - 1

function centsOf(amount: z.infer<typeof amountSchema>): number | null {
  if (!amount || !/^\d{1,12}(\.\d+)?$/.test(amount['#text'])) return null
  const cents = toCents(Number(amount['#text']))
  return cents !== null && cents <= MAX_CENTS ? cents : null
}

/** Postgres stores neither NUL nor lone surrogates, and numbered entities can write both. */
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** Identifies an entry by its content if the bank gave it no name. */
const nameOf = ({ AcctSvcrRef, NtryRef = '', BookgDt, ValDt, Amt }: Entry): string =>
  AcctSvcrRef ?? [NtryRef, dayOf(BookgDt) ?? dayOf(ValDt), Amt?.['#text']].join(' ')

interface Circumstances {
  kind: BankEntry['kind']
  account: string
  /** Whether it is the only payment of its entry. */
  alone: boolean
  /** Whether instructed amounts are what arrived. */
  isProven: boolean
}

/** One payment of an entry. A single payment has the entry's amount. */
function readTransaction(
  transaction: Transaction,
  entry: Entry,
  { kind, account, alone, isProven }: Circumstances,
): BankEntry {
  const { Refs, Amt, AmtDtls, CdtDbtInd, RltdPties, RmtInf, RtrInf } = transaction
  const told = Amt ?? AmtDtls?.TxAmt?.Amt ?? (alone ? entry.Amt : undefined)
  const amount = told ?? (isProven ? AmtDtls?.InstdAmt?.Amt : undefined)
  const structured = RmtInf?.Strd ?? []
  const debtor = RltdPties?.Dbtr
  const amount_cents = centsOf(amount)
  const currency = storable(amount?.['@Ccy'] ?? entry.Amt?.['@Ccy'] ?? '')
  const words = [
    amount && amount_cents === null ? `${currency} ${amount['#text']}` : '',
    ...structured.map(({ AddtlRmtInf }) => AddtlRmtInf),
    ...(RmtInf?.Ustrd ?? []),
  ]
  const isBack = CdtDbtInd === 'DBIT' ? 'reversal' : kind
  return {
    key: storable(`${account}|${Refs?.AcctSvcrRef ?? nameOf(entry)}`),
    kind: RtrInf === undefined ? isBack : 'returned',
    amount_cents,
    currency,
    received_on: dayOf(entry.ValDt) ?? dayOf(entry.BookgDt),
    references: structured
      .map(({ CdtrRefInf }) => storable(CdtrRefInf?.Ref ?? ''))
      .filter((ref) => ref !== ''),
    text: storable(words.filter(Boolean).join(' ')),
    payer: storable(debtor?.Nm ?? debtor?.Pty?.Nm ?? '') || null,
  }
}

/**
 * Whether the instructed amounts are the amounts that arrived: together with the amounts that the bank itself states,
 * they add up to the entry, to the cent and in its currency.
 */
function provesInstructed(entry: Entry, transactions: readonly Transaction[]): boolean {
  let sum = 0
  for (const { Amt, AmtDtls } of transactions) {
    const amount = Amt ?? AmtDtls?.TxAmt?.Amt ?? AmtDtls?.InstdAmt?.Amt
    if (!amount) continue
    const cents = centsOf(amount)
    if (cents === null || amount['@Ccy'] !== entry.Amt?.['@Ccy']) return false
    sum += cents
  }
  return sum > 0 && sum === centsOf(entry.Amt)
}

function kindOf({ CdtDbtInd, RvslInd, Sts }: Entry): BankEntry['kind'] {
  if (CdtDbtInd !== 'CRDT' || RvslInd === 'true' || RvslInd === '1') return 'reversal'
  return Sts === undefined || Sts === 'BOOK' ? 'credit' : 'pending'
}

function readEntry(account: string, entry: Entry): BankEntry[] {
  const kind = kindOf(entry)
  const transactions = entry.NtryDtls.flatMap(({ TxDtls }) => TxDtls)
  const count = Number(entry.NtryDtls[0]?.Btch?.NbOfTxs ?? 1)
  if (transactions.length === 0) {
    const bare = {
      RmtInf: { Strd: [], Ustrd: entry.AddtlNtryInf ? [entry.AddtlNtryInf] : [] },
    }
    const sum = kind === 'credit' && count > 1 ? 'batch' : kind
    return [readTransaction(bare, entry, { kind: sum, account, alone: true, isProven: false })]
  }
  const alone = transactions.length === 1
  const isProven = provesInstructed(entry, transactions)
  return transactions.map((each) =>
    readTransaction(each, entry, { kind, account, alone, isProven }),
  )
}

/** All incoming and returned payments of each account in the file. Throws {@link CamtError}. */
export function readCamt(xml: string): BankStatement {
  const read = documentSchema.safeParse(parse(xml))
  if (!read.success || !NAMESPACE.test(xml)) throw new CamtError('is no camt.053 or camt.054')
  const { BkToCstmrStmt, BkToCstmrDbtCdtNtfctn } = read.data.Document
  const accounts = [...(BkToCstmrStmt?.Stmt ?? []), ...(BkToCstmrDbtCdtNtfctn?.Ntfctn ?? [])]
  const ibans = accounts.flatMap(({ Acct }) => Acct?.Id?.IBAN?.replace(/\s/g, '') ?? [])
  const entries = accounts.flatMap(({ Acct, Ntry }) => {
    const account = Acct?.Id?.IBAN ?? Acct?.Id?.Othr?.Id ?? ''
    return Ntry.flatMap((entry) => readEntry(account, entry))
  })
  return { ibans, entries }
}
