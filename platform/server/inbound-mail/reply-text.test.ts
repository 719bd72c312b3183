import { describe, expect, it } from 'vitest'
import { WRITTEN } from './fixtures/expected.ts'
import { fixturesIn, readFixture } from './fixtures/read-fixture.ts'
import { readMail } from './reading-mail.ts'
import { replyText } from './reply-text.ts'

const FOLDER_OF_OTHERS = /^(bounces|automatic|no-proof)\//

describe('what somebody wrote in a mail', () => {
  it.each(Object.entries(WRITTEN))('%s', async (name, text) => {
    expect(replyText(await readMail(readFixture(name)))).toBe(text)
  })

  it('every mail that is there is read', () => {
    const replies = fixturesIn().filter((name) => !FOLDER_OF_OTHERS.test(name))
    expect(Object.keys(WRITTEN).sort()).toEqual(replies)
    expect(replies.length).toBeGreaterThanOrEqual(40)
  })

  it('files that somebody added are counted, pictures of a signature are not', async () => {
    expect((await readMail(readFixture('others/photo-en'))).files).toBe(1)
    expect((await readMail(readFixture('others/logo-in-signature-de'))).files).toBe(0)
  })

  it('is nothing where all of it is quoted', () => {
    const text = 'On Wed, Nov 25, 2026 at 10:15 AM Letterlend <a@lend.example> wrote:\n\n> Hello\n'
    expect(replyText({ text, html: null })).toBe('')
    expect(replyText({ text: null, html: '<blockquote>Hello</blockquote>' })).toBe('')
    expect(replyText({ text: null, html: null })).toBe('')
  })

  it('a link that logs in loses its secret, wherever one is left', () => {
    const text = 'See https://lend.example/inbox?transaction_id=3b1f&lt=AbC-d_9 there'
    expect(replyText({ text, html: null })).toBe(
      'See https://lend.example/inbox?transaction_id=3b1f&lt= there',
    )
  })

  it.each([
    ['lines that begin like an introduction', 'On a 1 wrote '.repeat(4_000)],
    ['many lines', 'Am 1\n'.repeat(100_000)],
    ['spaces', `On ${' '.repeat(100_000)}`],
    ['headers', 'Von: a\nAn: b\n\n'.repeat(20_000)],
    ['brackets', `From: ${'<'.repeat(100_000)}`],
    ['Op ... schreef', 'Op schreef '.repeat(20_000)],
  ])('takes no time that anybody notices: %s', (_name, text) => {
    const began = performance.now()
    replyText({ text, html: null })
    replyText({ text: null, html: `<p>${text}</p>${'<div>'.repeat(20_000)}` })
    expect(performance.now() - began).toBeLessThan(3_000)
  })
})
