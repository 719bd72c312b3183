import { expect, it } from 'vitest'
import { mailboxOf } from './mailbox.ts'

it.each([
  ['victim@example.org', 'victim@example.org'],
  ['Victim+7@Example.org', 'victim@example.org'],
  ['victim+a+b@example.org', 'victim@example.org'],
  ['first.last@example.org', 'first.last@example.org'],
  ['f.ir.st+x@gmail.com', 'first@gmail.com'],
  ['f.irst+x@GoogleMail.com', 'first@gmail.com'],
  ['+@example.org', '+@example.org'],
])('a mail to %s reaches the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})
