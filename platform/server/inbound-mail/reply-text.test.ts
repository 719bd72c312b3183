import { describe, expect, it } from 'vitest'
import { UNREADABLE, WRITTEN } from './fixtures/expected.ts'
import { fixturesIn, readFixture } from './fixtures/read-fixture.ts'
import { KNOWN } from './fixtures/sent.ts'
import { readMail } from './reading-mail.ts'
import { readReply, whyEmpty } from './reply-text.ts'

const replyText = (mail: { text: string | null; html: string | null }) =>
  readReply(mail, KNOWN)?.text

const FOLDER_OF_OTHERS = /^(bounces|automatic|no-proof|unreadable)\//

describe('the text of a reply by mail', () => {
  it.each(Object.entries(WRITTEN))('%s', async (name, text) => {
    expect(replyText(await readMail(readFixture(name)))).toBe(text)
  })

  it('is expected for every fixture', () => {
    const replies = fixturesIn().filter((name) => !FOLDER_OF_OTHERS.test(name))
    expect(Object.keys(WRITTEN).sort()).toEqual(replies)
    expect(replies.length).toBeGreaterThanOrEqual(40)
  })

  it.each(Object.entries(UNREADABLE))('of %s is empty for a known reason', async (name, reason) => {
    const mail = await readMail(readFixture(name))
    expect(mail.isEncrypted).toBe(reason === 'encrypted')
    if (reason === 'encrypted') return
    expect(replyText(mail)).toBe('')
    expect(whyEmpty(mail)).toBe(reason)
    expect(Object.keys(UNREADABLE)).toEqual(fixturesIn('unreadable'))
  })

  it('ignores the parts of a signed mail as files, and includes the text beside a calendar', async () => {
    for (const name of fixturesIn('signed')) {
      const { files, isEncrypted } = await readMail(readFixture(name))
      expect([name, files, isEncrypted]).toEqual([name, 0, false])
    }
    const answer = readFixture('unreadable/calendar-outlook')
      .toString('latin1')
      .replace('us-ascii"\r\n\r\n', 'us-ascii"\r\n\r\nYes, gladly')
    expect(replyText(await readMail(Buffer.from(answer, 'latin1')))).toBe('Yes, gladly')
  })

  it('is not affected by a file that is no signed mail, whatever its name', async () => {
    const source = (content: Buffer, name = 'smime.p7m') =>
      Buffer.from(
        `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nYes\r\n--b\r\nContent-Type: application/pkcs7-mime; name=${name}\r\nContent-Disposition: attachment; filename=${name}\r\nContent-Transfer-Encoding: base64\r\n\r\n${content.toString('base64')}\r\n--b--`,
      )
    const nested = Buffer.from('30800680'.repeat(50_000), 'hex')
    for (const content of [Buffer.from('Hello'), Buffer.alloc(0), nested]) {
      const mail = await readMail(source(content))
      expect([mail.text?.trim(), mail.isEncrypted]).toEqual(['Yes', false])
    }
  })

  it('counts attached files, and no images of a signature', async () => {
    expect((await readMail(readFixture('others/photo-en'))).files).toBe(1)
    expect((await readMail(readFixture('others/logo-in-signature-de'))).files).toBe(0)
  })

  it('is empty if all of it is quoted', () => {
    const quoted = 'Passt dir Samstag um zehn? Ich bin bis Mittag da.'
    const text = `On Wed, Nov 25, 2026 at 10:15 AM Letterlend <a@lend.example> wrote:\n\n> ${quoted}\n`
    expect(replyText({ text, html: null })).toBe('')
    expect(replyText({ text: null, html: `<blockquote>${quoted}</blockquote>` })).toBe('')
    expect(replyText({ text: null, html: null })).toBe('')
  })

  it('never contains the secret of a login link, even if a mail program broke or wrapped the link', () => {
    const plain = (text: string) => replyText({ text, html: null })
    expect(plain('See https://lend.example/inbox?transaction_id=3b1f&lt=AbC-d_9 there')).toBe(
      'See https://lend.example/inbox?transaction_id=3b1f&lt= there',
    )
    expect(plain('See https://lend.example/inbox?lt=\n> AbCd_Ef12345')).not.toContain('AbCd')
    expect(plain('See https://lend.example/inbox?lt=AbCd\nEf12345678')).not.toContain('Ef12')
    const wrapped = 'https://safe.example/?url=https%3A%2F%2Flend.example%2F%3Flt%3DAbCdEf12&data=1'
    expect(plain(`See ${wrapped}`)).not.toContain('AbCdEf12')
    expect(replyText({ text: null, html: '<p>https://lend.example/?a=b&lt=AbCdEf12</p>' })).toBe(
      'https://lend.example/?a=b&lt=',
    )
  })

  it.each([
    ['lines that begin like an introduction', 'On a 1 wrote '.repeat(4_000)],
    ['many lines', 'Am 1\n'.repeat(40_000)],
    ['spaces', `On ${' '.repeat(100_000)}`],
    ['headers', 'Von: a\nAn: b\n\n'.repeat(12_000)],
    ['brackets', `From: ${'<'.repeat(100_000)}`],
    ['Op ... schreef', 'Op schreef '.repeat(18_000)],
    ['marks', '> '.repeat(90_000)],
    ['links', 'https://lend.example/?lt=\n'.repeat(7_000)],
    ['words of ours', 'Letterlend\n'.repeat(18_000)],
    ['quotations', '> Passt dir Samstag um zehn? Ich bin\n'.repeat(5_000)],
    ['at signs', '@lend.example'.repeat(15_000)],
  ])('is found in little time: %s', (_name, text) => {
    const began = performance.now()
    replyText({ text, html: null })
    replyText({ text: null, html: `<p>${text}</p>${'<div>'.repeat(20_000)}` })
    replyText({ text: null, html: '<blockquote>'.repeat(5_000) + text })
    expect(performance.now() - began).toBeLessThan(3_000)
  })

  it('is read completely or not at all', () => {
    const long = 'Ja, gern. '.repeat(15_000).trim()
    expect(readReply({ text: long, html: null }, KNOWN)?.text).toBe(long)
    expect(readReply({ text: long + long, html: null }, KNOWN)).toBeNull()
    expect(readReply({ text: null, html: `<p>${long.repeat(3)}</p>` }, KNOWN)).toBeNull()
  })
})
