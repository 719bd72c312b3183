import type { MailContent } from '#platform/server/mail/mail-template.ts'
import type { Language } from '#platform/shared/languages.ts'

/** A sample mail; a kind has several if its cases look different. */
export interface MailSample {
  /** The template's name with a word for the case. */
  name: string
  content: MailContent
}

const SITE = 'https://lend.example'
const url = (path: string) => `${SITE}${path}?lt=0fZk2uW7mQxY3vB8nR5tH1sD6cG4jL9p`
const firstname = 'Anna'
const notMeUrl = url('/not-me')
const ID = '6f0c3b5e-4a54-4d3e-9a55-3f3a5f7d1c11'

/** Values in the reader's language: items, days, user texts. */
const SAID = {
  de: {
    item: 'Bohrmaschine',
    other: 'Fondueset',
    town: 'Schaan',
    when: 'Samstag, 28. November, 10:00',
    until: 'Montag, 30. November',
    later: 'Mittwoch, 2. Dezember',
    wrote: 'Hallo! Dürfte ich sie am Samstag holen?\nIch bringe sie am Montag zurück.',
    reason: 'Der Name auf dem Briefkasten ist nicht deiner. Schreibe uns, wenn wir uns irren.',
    title: 'Reparaturcafé im Gemeindesaal',
    content:
      'Am **Samstag um 14 Uhr**. Bring mit:\n\n- was kaputt ist\n- etwas Geduld\n\n[Zur Karte](/map)',
    product: 'Stickerbogen',
    day: '30. November 2026',
  },
  en: {
    item: 'Drill',
    other: 'Fondue set',
    town: 'Schaan',
    when: 'Saturday, 28 November, 10:00',
    until: 'Monday, 30 November',
    later: 'Wednesday, 2 December',
    wrote: 'Hello! Could I fetch it on Saturday?\nI would bring it back on Monday.',
    reason: 'The name on the letterbox is not yours. Write to us if we are wrong.',
    title: 'Repair café in the village hall',
    content:
      'On **Saturday at two**. Bring:\n\n- what is broken\n- some patience\n\n[To the map](/map)',
    product: 'Sheet of stickers',
    day: '30 November 2026',
  },
  fr: {
    item: 'Perceuse',
    other: 'Service à fondue',
    town: 'Schaan',
    when: 'samedi 28 novembre, 10:00',
    until: 'lundi 30 novembre',
    later: 'mercredi 2 décembre',
    wrote: 'Bonjour ! Pourrais-je venir la chercher samedi ?\nJe la rapporterais lundi.',
    reason: 'Le nom sur la boîte aux lettres n’est pas le vôtre. Écrivez-nous si c’est une erreur.',
    title: 'Café réparation à la salle communale',
    content:
      '**Samedi à 14 heures**. Apportez :\n\n- ce qui est cassé\n- un peu de patience\n\n[Vers la carte](/map)',
    product: 'Feuille d’autocollants',
    day: '30 novembre 2026',
  },
} as const

/** The same content in several cases. */
const cases = (
  template: string,
  content: object,
  differences: Record<string, object>,
): MailSample[] =>
  Object.entries(differences).map(([name, difference]) => ({
    name: `${template} ${name}`,
    content: { ...content, ...difference, template },
  }))

const one = (template: string, content: object): MailSample[] => [
  { name: template, content: { ...content, template } },
]

function ofAccounts(): MailSample[] {
  const code = '482 913'
  return [
    ...one('loginLink', { firstname, url: url('/login'), code: 'K7MP-3XQR' }),
    ...one('staffLoginLink', {
      firstname,
      url: url('/login'),
      code: 'K7MP-3XQR',
      typeAt: 'https://lend.example/auth/loginLink',
    }),
    ...cases(
      'emailConfirmation',
      { firstname, url: url('/confirm'), code },
      {
        plain: {},
        missed: {
          missed: {
            people: 2,
            named: [
              { firstname: 'Tom', item: 'Leiter' },
              { firstname: null, item: 'Leiter' },
            ],
          },
        },
        missedMany: { missed: { people: 5, named: [] } },
      },
    ),
    ...one('accessTokenMade', {
      firstname,
      name: 'Backup',
      url: url('/profile/security'),
      notMeUrl,
    }),
    ...one('emailChange', { firstname, url: url('/confirm'), code }),
    ...cases(
      'emailCorrected',
      { firstname, newEmail: 'anna.muster@lend.example', url: url('/profile') },
      { atOnce: { atOnce: true }, later: { atOnce: false } },
    ),
    ...cases(
      'passwordRecovery',
      { firstname, url: url('/recover'), code },
      { own: {}, byStaff: { byStaff: true } },
    ),
    ...cases(
      'passwordChanged',
      { firstname, url: url('/recover') },
      { first: { first: true, passkeys: 0 }, one: { passkeys: 1 }, several: { passkeys: 2 } },
    ),
    ...one('emailRestored', { firstname }),
    ...one('emailChangeAsked', { firstname, newEmail: 'anna.muster@lend.example', notMeUrl }),
    ...one('dataDownloaded', { firstname, notMeUrl }),
    ...cases(
      'accountDeleted',
      { firstname, url: SITE },
      { alone: { handedOver: false }, handedOver: { handedOver: true } },
    ),
    ...cases(
      'emailChanged',
      { firstname, newEmail: 'anna.muster@lend.example', days: 7 },
      { restorable: { restoreUrl: url('/restore') }, final: { restoreUrl: null } },
    ),
    ...one('accountLinked', {
      firstname,
      provider: 'Gemeinde Schaan',
      label: 'anna@schaan.example',
      url: url('/profile'),
      notMeUrl,
    }),
    ...one('accountUnlinked', {
      firstname,
      provider: 'Gemeinde Schaan',
      label: 'anna@schaan.example',
      url: url('/profile'),
      notMeUrl,
    }),
    ...one('passkeyAdded', { firstname, name: 'Pixel 9', url: url('/profile'), notMeUrl }),
    ...one('passkeyRemoved', { firstname, name: 'Pixel 9', url: url('/profile'), notMeUrl }),
    ...cases(
      'secondFactorChanged',
      { firstname, codesLeft: 3, url: url('/profile'), notMeUrl },
      {
        on: { change: 'on' },
        off: { change: 'off' },
        codes: { change: 'codes' },
        code_used: { change: 'code_used' },
        last_but_one: { change: 'code_used', codesLeft: 1 },
        reset: { change: 'reset' },
      },
    ),
    ...cases(
      'newDevice',
      { firstname, notMeUrl },
      {
        known: { browser: 'Firefox', system: 'Android' },
        unknown: { browser: null, system: null },
      },
    ),
    ...cases(
      'fileTaken',
      { firstname, notMeUrl },
      {
        orders: { file: 'orders' },
        cash_book: { file: 'cash_book' },
        person: { file: 'person' },
        letters: { file: 'letters' },
      },
    ),
    ...one('householdInvitation', { inviter: 'Berta', url: url('/household') }),
    ...one('letterboxHandedOver', { firstname, url: url('/profile') }),
    ...one('householdChanged', {
      firstname,
      change: 'somebodyGone',
      name: 'Berta',
      url: url('/profile/household'),
    }),
    ...cases(
      'tasksChanged',
      { firstname, url: `${SITE}/admin` },
      {
        first: { first: true, tasks: ['moderation', 'map'], taken: [], area: null, notMeUrl },
        changed: { tasks: ['treasury'], taken: ['shipping'], area: null, notMeUrl },
        inAnArea: {
          tasks: ['moderation'],
          taken: [],
          area: { country: 'CH', postcodes: ['8037', '8049'], outline: [] },
          notMeUrl,
        },
        taken: { tasks: [], taken: ['texts'], area: null, url: SITE },
      },
    ),
  ]
}

function ofLoans(lang: Language): MailSample[] {
  const { item, when, until, later, wrote } = SAID[lang]
  const conversation = url(`/profile/inbox/${ID}`)
  const answers = {
    accept: url('/answer/accept'),
    decline: url('/answer/decline'),
    propose: url('/answer/propose'),
  }
  const asking = { wanted: `${when} – ${until}`, answerUrls: answers }
  const message = {
    firstname,
    fromFirstname: 'Berta',
    item,
    text: wrote,
    url: conversation,
  }
  const changed = {
    firstname,
    otherName: 'Berta',
    item,
    reason: null,
    when,
    until,
    standsUntil: null,
    text: null,
    url: conversation,
  }
  const days = { askedWhen: when, askedUntil: later }
  const reminder = {
    firstname,
    otherName: 'Berta',
    item,
    when,
    wanted: `${when} – ${until}`,
    until,
    text: null,
    warnings: [],
    url: conversation,
    about: { user_id: ID, transaction_id: ID, at: '2026-11-26T10:00:00Z' },
  }
  return [
    ...cases('newMessage', message, {
      request: { firstInTransaction: true, asking: { ...asking, others: 0 } },
      requestToSeveral: {
        firstInTransaction: true,
        asking: { ...asking, others: 2 },
        warnings: ['link', 'money'],
      },
      later: { firstInTransaction: false, fromFirstname: null },
    }),
    ...cases('loanChanged', changed, {
      accepted: { news: 'accepted' },
      acceptedWithoutEnd: { news: 'accepted', until: null, standsUntil: later, text: wrote },
      agreed: { news: 'agreed' },
      promised: { news: 'promised' },
      declined: { news: 'declined', text: wrote },
      withdrawn: { news: 'withdrawn' },
      proposed: { news: 'proposed', agreeUrl: answers.accept },
      returned: { news: 'returned' },
      returnUndone: { news: 'returnUndone' },
      thanked: { news: 'thanked', text: wrote },
      declinedOthersAsked: { news: 'declined', stillAsked: ['Anna', null] },
      promisedElsewhere: { news: 'promisedElsewhere', freeFrom: later },
      freeAgain: { news: 'freeAgain' },
      lentElsewhere: { news: 'lentElsewhere' },
      closed: { news: 'closed' },
      borrowerLeft: { news: 'borrowerLeft', otherName: null },
      lenderLeft: { news: 'lenderLeft', otherName: null },
      borrowerLeftWithIt: { news: 'borrowerLeftWithIt', otherName: null },
      lenderLeftIt: { news: 'lenderLeftIt', otherName: null },
      expired: { news: 'expired' },
      undecided: { news: 'undecided' },
      leftUndecided: { news: 'leftUndecided', lateYesUrl: answers.accept },
      proposalEnded: { news: 'proposalEnded' },
      ownProposalEnded: { news: 'ownProposalEnded' },
      notFetched: { news: 'notFetched' },
      notFetchedSaid: { news: 'notFetchedSaid' },
      saidAgreed: {
        news: 'saidAgreed',
        rightUrls: { yes: answers.accept, no: answers.decline, otherDay: answers.propose },
      },
      saidFetched: {
        news: 'saidFetched',
        rightUrls: { yes: answers.accept, no: answers.decline, otherDay: null },
      },
      noted: { news: 'noted' },
      notedUndone: { news: 'notedUndone' },
      daysAsked: { news: 'daysAsked', ...days, wantedFrom: later, agreeUrl: answers.accept },
      daysAgreed: { news: 'daysAgreed' },
      daysSettled: { news: 'daysSettled' },
      daysKept: { news: 'daysKept' },
      daysEnded: { news: 'daysEnded' },
    }),
    ...cases('loanReminder', reminder, {
      unanswered: { reminder: 'unanswered', side: 'lender', text: wrote, asking },
      askedAnew: { reminder: 'askedAnew', side: 'lender', text: wrote, asking },
      yesQuestion: { reminder: 'yesQuestion', side: 'lender', text: wrote, asking },
      written: { reminder: 'written', side: 'lender', text: wrote, asking },
      proposed: { reminder: 'proposed', side: 'borrower', agreeUrl: answers.accept },
      proposalTalkedOver: { reminder: 'proposalTalkedOver', side: 'lender', text: wrote, asking },
      saidInWords: {
        reminder: 'saidInWords',
        side: 'lender',
        inWords: 'agreed',
        text: wrote,
        asking,
      },
      askOthers: { reminder: 'askOthers', side: 'borrower' },
      askOthersBesides: { reminder: 'askOthersBesides', side: 'borrower' },
      handoverLender: { reminder: 'handover', side: 'lender' },
      handoverBorrower: { reminder: 'handover', side: 'borrower' },
      stillOut: { reminder: 'stillOut', side: 'borrower' },
      fetchedLender: {
        reminder: 'fetched',
        side: 'lender',
        fetchUrls: {
          handOver: url('/profile/inbox/answer'),
          notFetched: url('/profile/inbox/answer'),
        },
      },
      fetchedBorrower: {
        reminder: 'fetched',
        side: 'borrower',
        fetchUrls: {
          handOver: url('/profile/inbox/answer'),
          notFetched: url('/profile/inbox/answer'),
        },
      },
      daysUnanswered: {
        reminder: 'daysUnanswered',
        side: 'lender',
        ...days,
        agreeUrl: answers.accept,
      },
      returnSoon: { reminder: 'returnSoon', side: 'borrower', longerUrl: url('/longer') },
      returnLate: { reminder: 'returnLate', side: 'borrower' },
      away: { reminder: 'away', side: 'borrower' },
      unreached: { reminder: 'unreached', side: 'borrower' },
    }),
    ...one('replyRefused', {
      firstname,
      reason: 'expired',
      about: item,
      text: wrote,
      url: conversation,
    }),
    ...one('repliesRefused', {
      firstname,
      refused: [
        { reason: 'limit', about: item, text: wrote, url: conversation },
        { reason: 'empty', about: item, text: null, url: conversation },
      ],
      more: 2,
    }),
    ...one('replyHeld', {
      firstname,
      about: item,
      from: 'eva@example.org',
      text: wrote,
      yesUrl: url('/yes'),
      noUrl: url('/no'),
    }),
  ]
}

function ofOrders(lang: Language): MailSample[] {
  const { product, day } = SAID[lang]
  const order = {
    refno: '123456782',
    product_id: 1,
    product,
    amount: 1,
    price_cents: 1200,
    donation_cents: 500,
    added_cents: 0,
    currency: 'CHF',
    order_id: ID,
    status: 'pending_payment',
    of_account: true,
    is_payable: true,
    invoiced: false,
    by_invoice: false,
    reseller: false,
    firstname,
    awaited_until: null,
    time_zone: 'Europe/Zurich',
    pay_url: url('/payment'),
    see_url: url('/orders'),
    order_url: `${SITE}/order`,
  }
  const paid = { status: 'paid', is_payable: false }
  const back = {
    refno: order.refno,
    amount_cents: 1700,
    currency: 'CHF',
    reason: 'fraudulent',
    answer_by: '2026-12-05T10:00:00Z',
    timeZone: 'Europe/Zurich',
    order_url: `${SITE}/admin/orders/${ID}`,
  }
  const membership = {
    user_id: ID,
    membership_until: '2026-11-30T10:00:00Z',
    firstname,
    day,
    renew_url: url('/order'),
    see_url: url('/membership'),
    off_url: url('/off'),
  }
  return [
    ...cases('orderStored', order, {
      toConfirm: { status: 'pending_confirmation', is_payable: false },
      toPay: {},
    }),
    ...one('orderConfirmed', { ...order, product_id: 4, amount: 20, reseller: true }),
    ...one('orderInvoice', { ...order, invoiced: true, by_invoice: true }),
    ...cases(
      'orderPaid',
      { ...order, ...paid },
      {
        sheets: { amount: 3, price_cents: 3600 },
        membership: { product_id: 3, amount: 40, price_cents: 4000, currency: 'EUR' },
      },
    ),
    ...one('orderShipped', { ...order, ...paid, status: 'processed' }),
    ...one('orderNotShipped', { ...order, ...paid }),
    ...one('orderAwaited', {
      ...order,
      is_payable: false,
      awaited_until: '2026-03-13T10:00:00.000Z',
    }),
    ...one('orderUnpaid', order),
    ...one('orderReminder', order),
    ...cases(
      'orderCancelled',
      { ...order, status: 'cancelled', is_payable: false },
      {
        unpaid: { was_paid: false, held_cents: 0, refunded_cents: 0, replaced_by: null },
        held: { was_paid: true, held_cents: 1700, refunded_cents: 0, replaced_by: null },
        part: { was_paid: true, held_cents: 700, refunded_cents: 1000, replaced_by: null },
        back: { was_paid: true, held_cents: 0, refunded_cents: 1700, replaced_by: '987654329' },
        disputed: { was_paid: true, held_cents: 0, refunded_cents: 0, replaced_by: null },
      },
    ),
    ...cases(
      'orderCorrected',
      { ...order, ...paid, returning_cents: 0, transferring_cents: 0 },
      {
        address: { corrected: { address: ['Weg 1', 'Weg 11'], city: ['Schan', 'Schaan'] } },
        more: {
          added_cents: 1200,
          is_payable: true,
          corrected: { amount: [1, 2], donation: [5, 7.5], currency: ['CHF', 'CHF'] },
        },
        less: {
          returning_cents: 500,
          transferring_cents: 250,
          corrected: { donation: [5, 0], currency: ['CHF', 'CHF'] },
        },
        elsewhere: {
          is_payable: true,
          corrected: { country: ['CH', 'DE'], donation: [5, 7.5], currency: ['CHF', 'EUR'] },
          currency: 'EUR',
        },
        card: { returning_cents: 500, corrected: { amount: [2, 1] } },
        bank: { transferring_cents: 250, corrected: { amount: [2, 1] } },
      },
    ),
    ...cases(
      'orderRefunded',
      { ...order, ...paid, paid_cents: 1700 },
      {
        all: { refunded_cents: 1700, so_far_cents: 1700 },
        part: { refunded_cents: 500, so_far_cents: 500 },
        rest: { refunded_cents: 1200, so_far_cents: 1700 },
      },
    ),
    ...cases('moneyBack', back, {
      refunded: { what: 'refunded', provider: 'stripe' },
      failed: { what: 'failed', provider: 'paypal' },
      dispute_open: { what: 'dispute_open', provider: 'stripe' },
      dispute_won: { what: 'dispute_won', provider: 'stripe' },
      dispute_lost: { what: 'dispute_lost', provider: 'paypal' },
    }),
    ...one('membershipEnding', membership),
    ...one('membershipEnded', membership),
  ]
}

function ofLetterboxes(lang: Language): MailSample[] {
  const { item, other, town, wrote } = SAID[lang]
  const lettersNear = [
    { id: ID, address: 'Landstrasse 12', postcode: '9494', city: 'Schaan', metres: 240 },
    { id: ID, address: 'Im Loch 3', postcode: '9494', city: 'Schaan', metres: 1340 },
  ]
  const near = lettersNear.map(({ id, address, metres }) => ({
    id,
    address,
    metres,
    items: [item, other],
    url: `${SITE}/letterbox/${id}`,
  }))
  const seen = { mapUrl: `${SITE}/map`, itemsUrl: `${SITE}/profile/items`, user_id: ID }
  const corrected = { firstname, address: null, placed: false, spotTo: null }
  return [
    ...cases(
      'letterboxCorrected',
      { ...corrected, url: url('/profile') },
      {
        address: {
          address: 'Landstrasse 12, 9494 Schaan',
          placed: true,
          spotTo: null,
          added: [],
          removed: [],
          withoutLine: [],
        },
        moved: {
          address: 'Landstrasse 12, 9494 Schaan',
          spotTo: 'place',
          added: [],
          removed: [],
          withoutLine: [],
        },
        stickers: { added: [item], removed: [other], withoutLine: [item] },
      },
    ),
    ...one('letterboxShown', { firstname, address: 'Landstrasse 12', url: url('/profile') }),
    ...one('itemsConfirmation', {
      firstname,
      stillTrueUrl: url('/still'),
      changeUrl: url('/change'),
      takeOffUrl: url('/off'),
    }),
    ...cases(
      'signOfLife',
      {
        firstname,
        stillLendingUrl: url('/still'),
        notNowUrl: url('/not-now'),
        takeOffUrl: url('/off'),
      },
      {
        first: { question: 'first' },
        second: { question: 'second' },
        gone: { question: 'gone' },
      },
    ),
    ...cases(
      'claim',
      {
        firstname,
        address: 'Landstrasse 12, 9494 Schaan',
        claimUrl: url('/claim'),
        takeOffUrl: url('/off'),
      },
      {
        whole: { items: [item, other], contact: 'hello@example.org' },
        bare: { items: [], contact: '' },
      },
    ),
    ...cases(
      'wishConfirmation',
      { item, kilometres: 5, url: url('/wish') },
      { near: { place: town }, nowhere: { place: null } },
    ),
    ...one('nowAskable', {
      userId: ID,
      letterboxId: ID,
      things: [{ id: 1, name: item }],
      address: lettersNear[0]?.address,
      url: url('/map'),
    }),
    ...cases(
      'wishAnswered',
      { wishId: ID, item, endUrl: url('/end') },
      {
        one: { letterboxes: lettersNear.slice(0, 1) },
        several: { letterboxes: lettersNear },
      },
    ),
    ...cases(
      'moved',
      { firstname, text: wrote, confirmUrl: url('/confirm') },
      {
        password: { hasPassword: true, test: false },
        without: { hasPassword: false, test: false },
      },
    ),
    ...one('webhookOff', { firstname, host: 'hooks.example.org', url: url('/admin/webhooks') }),
    ...one('yourTurn', {
      userId: ID,
      letterboxId: ID,
      itemId: 1,
      item,
      address: 'Landstrasse 12',
      until: '2026-11-23T17:00:00Z',
      timeZone: 'Europe/Zurich',
      askUrl: url('/map'),
      leaveUrl: url('/waits/leave'),
    }),
    ...one('waitExpired', { item, address: 'Landstrasse 12', days: 180, url: url('/map') }),
    ...one('streetOfTen', { firstname, street: 'Landstrasse', count: 10, url: url('/map') }),
    ...cases(
      'neighbourhood',
      { firstname, ...seen },
      {
        much: {
          rhythm: 'month',
          letterboxes: near,
          more: 3,
          wishes: [{ name: item, count: 4 }],
          loans: 12,
        },
        little: {
          rhythm: 'week',
          letterboxes: near.slice(0, 1),
          more: 0,
          wishes: [],
          loans: null,
        },
      },
    ),
    ...one('digest', {
      user_id: ID,
      firstname,
      entries: [
        { title: `Berta: ${item}`, text: wrote, url: url('/inbox'), notice: 'a' },
        { title: other, text: wrote, url: url('/inbox'), notice: 'b' },
      ],
      more: 2,
      offs: [
        { kind: 'message', url: url('/off') },
        { kind: 'reminder', url: url('/off') },
      ],
      url: `${SITE}/profile/inbox`,
    }),
  ]
}

function ofStaff(lang: Language): MailSample[] {
  const { item, other, reason, wrote, title, content } = SAID[lang]
  const page = `${SITE}/admin/newcomers`
  const address = 'Landstrasse 12, 9494 Schaan'
  const decision = (kind: string) => ({
    ground: 'terms',
    after_report: true,
    automated: false,
    kind,
    url: url('/object'),
  })
  const notice = { address, id: ID, url: url('/objection') }
  const announced = { firstname, title, content, url: `${SITE}/?aid=3` }
  return [
    ...cases('announcement', announced, {
      read: { asks: false, test: false },
      asks: { asks: true, test: false },
      testInOtherLanguage: { asks: true, test: true, textLang: lang === 'de' ? 'fr' : 'de' },
    }),
    ...cases(
      'announcementSendingBegan',
      { firstname, title, url: page },
      {
        begun: { begun: true },
        missed: { begun: false },
      },
    ),
    ...one('newcomerLetIn', { firstname, url: SITE }),
    ...one('newcomerDeclined', { firstname, reason, url: SITE }),
    ...cases('newcomersWait', { page }, { one: { count: 1 }, several: { count: 3 } }),
    ...cases('heldMessages', { page }, { one: { count: 1 }, several: { count: 3 } }),
    ...one('messageReport', { reason: 'money', note: wrote, page }),
    ...one('messageReportReceived', { firstname, url: url('/inbox') }),
    ...cases(
      'reportDecided',
      { firstname, timeZone: 'Europe/Zurich', url: `${SITE}/inbox` },
      {
        acted: {
          reports: [{ item, reported_at: '2026-11-25T10:00:00Z', result: 'acted', url: url('/c') }],
        },
        several: {
          reports: [
            { item, reported_at: '2026-11-25T10:00:00Z', result: 'justified', url: url('/c') },
            {
              item: other,
              reported_at: '2026-11-25T11:00:00Z',
              result: 'unfounded',
              url: url('/d'),
            },
          ],
        },
      },
    ),
    ...one('messageWarning', { firstname, reason, decision: decision('author_warned') }),
    ...cases(
      'messageRefused',
      { firstname, url: url('/inbox') },
      {
        one: {
          refusals: [
            {
              decision_id: ID,
              by: ID,
              count: 1,
              items: [item],
              reason,
              decision: decision('message_refused'),
            },
          ],
        },
        several: {
          refusals: [
            {
              decision_id: ID,
              by: ID,
              count: 4,
              items: [item, other],
              reason,
              decision: decision('message_refused'),
            },
          ],
        },
      },
    ),
    ...one('letterboxHidden', {
      firstname,
      address,
      reason,
      decision: decision('letterbox_hidden'),
      url: url('/profile'),
    }),
    ...one('accountSuspended', {
      firstname,
      reason,
      decision: decision('account_suspended'),
      url: SITE,
    }),
    ...one('accountRestored', { firstname, url: `${SITE}/login` }),
    ...one('dataExported', { firstname, url: url('/profile') }),
    ...one('sessionsEnded', { firstname, url: `${SITE}/login` }),
    ...one('accountsMerged', {
      firstname,
      keptEmail: 'anna@lend.example',
      goneEmail: 'anna.muster@lend.example',
      url: url('/profile'),
    }),
    ...cases(
      'objectionArrived',
      { objection: wrote, url: page },
      {
        letterbox: { kind: 'letterbox_hidden' },
        account: { kind: 'account_suspended' },
      },
    ),
    ...cases(
      'objectionAnswered',
      { firstname, answer: reason, url: url('/profile') },
      {
        upheld: { kind: 'letterbox_hidden', outcome: 'upheld' },
        reversed: { kind: 'message_refused', outcome: 'reversed' },
      },
    ),
    ...cases('noticeReceived', notice, { illegal: {}, other: { isNotice: false } }),
    ...cases('noticeDecided', notice, {
      done: { outcome: 'done' },
      nothing_to_do: { outcome: 'nothing_to_do' },
    }),
    ...one('report', {
      type: 'missing_sticker',
      title: item,
      message: wrote,
      email: 'berta@lend.example',
      address,
      url: `${SITE}/letterbox/${ID}`,
      page,
    }),
    ...cases(
      'reportSettled',
      { address },
      {
        done: { outcome: 'done' },
        nothing_to_do: { outcome: 'nothing_to_do' },
      },
    ),
    ...cases(
      'staffAnswer',
      { text: reason, wrote },
      {
        report: { about: 'report', url: `${SITE}/letterbox/${ID}`, withRedress: true },
        feedback: { about: 'feedback' },
      },
    ),
    ...one('generalFeedback', {
      type: 'missing_function',
      content: wrote,
      email: 'berta@lend.example',
      page,
    }),
    ...one('backupDownloaded', { firstname, name: 'letterlend-2026-11-26.backup', notMeUrl }),
    ...cases(
      'keyRotated',
      { timeZone: 'Europe/Zurich', url: page },
      {
        command: { key: 'dkim', how: 'command', until: '2026-12-03T10:00:00Z' },
        system: { key: 'dkim', how: 'system', until: '2026-12-03T10:00:00Z' },
      },
    ),
  ]
}

/** Samples of every kind of mail. */
export const mailSamples = (lang: Language): MailSample[] => [
  ...ofAccounts(),
  ...ofLoans(lang),
  ...ofOrders(lang),
  ...ofLetterboxes(lang),
  ...ofStaff(lang),
]
