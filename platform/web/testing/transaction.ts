import type {
  Message,
  Transaction,
  TransactionEvent,
} from '#features/lending/conversations/transactions/contract.ts'

/** A message from Ben to Ada. */
export function testMessage(fields: Partial<Message> = {}): Message {
  return {
    id: 'm',
    text: 'Yes',
    from_id: 'ben',
    to_id: 'ada',
    author_id: 'ben',
    created_at: '2026-11-21T10:00:00.000Z',
    seen: false,
    warnings: [],
    held: false,
    refused: false,
    automatic: false,
    has_quoted: false,
    ...fields,
  }
}

/** Ada asks. */
export function testEvent(fields: Partial<TransactionEvent> = {}): TransactionEvent {
  return {
    id: 'e',
    status: 'requested',
    at: '2026-11-20T10:00:00.000Z',
    side: 'borrower',
    by_id: null,
    reason: null,
    wanted_from: null,
    wanted_until: null,
    handover_at: null,
    return_by: null,
    ...fields,
  }
}

/** Ada asks Ben for a ladder. */
export function testTransaction(fields: Partial<Transaction> = {}): Transaction {
  return {
    id: 't',
    status: 'requested',
    events: [],
    wanted_from: null,
    wanted_until: null,
    dates_by: 'borrower',
    handover_at: null,
    return_by: null,
    days_asked_by: null,
    asked_handover_at: null,
    asked_return_by: null,
    in_words: null,
    stands_until: null,
    away_since: null,
    fetching: null,
    handover_note: null,
    spot: null,
    asked_several: 1,
    closed: false,
    answered: false,
    written_at: null,
    thanks: { own: null, theirs: null },
    archived: false,
    muted: false,
    unread: 0,
    item: {
      id: 1,
      image_path: 'ladder.svg',
      name: 'Ladder',
      name_de: 'Leiter',
      name_en: 'Ladder',
      name_fr: 'Échelle',
    },
    borrower_id: 'ada',
    renter_id: 'ben',
    borrower: { id: 'ada', firstname: 'Ada', address: null, city: null, letterbox: null },
    renter: { id: 'ben', firstname: 'Ben', address: null, city: null, letterbox: null },
    messages: [],
    has_new_message: false,
    created_at: '2026-11-20T10:00:00.000Z',
    updated_at: '2026-11-20T10:00:00.000Z',
    ...fields,
  }
}
