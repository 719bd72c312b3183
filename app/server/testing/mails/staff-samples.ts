import type { Language } from '#platform/shared/languages.ts'
import {
  cases,
  firstname,
  ID,
  type MailSample,
  notMeUrl,
  one,
  SAID,
  SITE,
  url,
} from './sample-parts.ts'

export function ofStaff(lang: Language): MailSample[] {
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
