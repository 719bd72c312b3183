import type { Language } from '#platform/shared/languages.ts'
import { cases, firstname, ID, type MailSample, one, SAID, SITE, url } from './sample-parts.ts'

export function ofLetterboxes(lang: Language): MailSample[] {
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
    ...cases(
      'waitEnded',
      { item, days: 180, url: url('/map') },
      {
        time: { reason: 'time', address: 'Landstrasse 12' },
        gone: { reason: 'gone', address: null },
      },
    ),
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
