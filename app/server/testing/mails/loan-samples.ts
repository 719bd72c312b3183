import type { Language } from '#platform/shared/languages.ts'
import { cases, firstname, ID, type MailSample, one, SAID, url } from './sample-parts.ts'

export function ofLoans(lang: Language): MailSample[] {
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
