import { describe, expect, it } from 'vitest'
import { isBareScreen, isOfOldSite, pathOfHash, paths, shapeOf } from './paths.ts'

describe('paths', () => {
  it('omit absent values', () => {
    expect(paths.map()).toBe('/map')
    expect(paths.map({ lat: 47.37, lng: 8.54 })).toBe('/map?lat=47.37&lng=8.54')
    expect(paths.login()).toBe('/auth/login')
  })

  it('escape the return path into one value', () => {
    const link = paths.login('/map/letterbox/1?sticker_id=2')
    expect(link).toBe('/auth/login?from=%2Fmap%2Fletterbox%2F1%3Fsticker_id%3D2')
  })
})

it.each([
  [paths.home({ lt: 's' }), '/?lt=s'],
  [
    paths.confirmEmail({ email_confirmation_token: 's' }),
    '/auth/confirmEmail?email_confirmation_token=s',
  ],
  [paths.resetPassword({ token: 's' }), '/auth/resetPassword?token=s'],
  [paths.inbox({ transaction_id: 't', lt: 's' }), '/profile/inbox?transaction_id=t&lt=s'],
  [
    paths.answerRequest({ transaction_id: 't', answer: 'accept', lt: 's' }),
    '/profile/inbox/answer?transaction_id=t&answer=accept&lt=s',
  ],
  [paths.confirmWish({ token: 's' }), '/wishes/confirm?token=s'],
  [paths.endWish({ token: 's' }), '/wishes/end?token=s'],
  [paths.joinHousehold({ token: 's' }), '/household/join?token=s'],
  [
    paths.confirmItems({ token: 's', answer: 'take_off' }),
    '/letterbox/confirm?token=s&answer=take_off',
  ],
  [paths.setPassword({ lt: 's' }), '/auth/setPassword?lt=s'],
  [paths.letterbox('l'), '/map/letterbox/l'],
])('are the targets of mails: %s', (path, expected) => {
  expect(path).toBe(expected)
})

it('let the map of resellers fill the whole window', () => {
  expect(isBareScreen(paths.resellers())).toBe(true)
  expect(isBareScreen('/Resellers/')).toBe(true)
  expect(isBareScreen('/resellers/more')).toBe(false)
})

it.each([
  ['/map/letterbox/123', true],
  ['/?transaction_id=7', true],
  ['/auth/resetPassword?token=abc', true],
  ['/?lang=fr&lt=abc', true],
  [`/?lt=${'a'.repeat(43)}`, false],
  ['/objection?token=abc', false],
  ['/map/letterbox/5d2c6b60-7f0f-4b37-8d34-0f5f3c2f7a11', false],
])('the server is asked about the path %s of an old site: %s', (path, asked) => {
  expect(isOfOldSite(path)).toBe(asked)
})

describe('pathOfHash', () => {
  it('converts an old link to its path', () => {
    expect(pathOfHash('#/auth/logout')).toBe('/auth/logout')
    expect(pathOfHash('#/map?id=1')).toBe('/map?id=1')
  })

  it('ignores other hashes', () => {
    expect(pathOfHash('#content')).toBeNull()
    expect(pathOfHash('')).toBeNull()
    expect(pathOfHash('#//evil.example')).toBeNull()
  })
})

it.each([
  ['/', 'start'],
  ['/map', 'map'],
  ['/map/letterbox/1', 'letterbox'],
  ['/map/auth/register/step1', 'form'],
  ['/auth/Login', 'form'],
  ['/profile', 'cards'],
  ['/profile/updateAccount', 'form'],
  ['/profile/inbox', 'inbox'],
  ['/resellers', 'bare'],
  ['/order', 'cards'],
  ['/order/StepTwo', 'form'],
  ['/about', 'page'],
  ['/impact', 'page'],
])('the path %s shows a placeholder of the kind %s while loading', (path, shape) => {
  expect(shapeOf(path)).toBe(shape)
})
