import { expect, it, vi } from 'vitest'
import { createListeners } from './listeners.ts'

it('a listener is notified of every change until it unsubscribes', () => {
  const listeners = createListeners()
  const one = vi.fn()
  const other = vi.fn()
  const leave = listeners.subscribe(one)
  listeners.subscribe(other)
  listeners.tell()
  leave()
  listeners.tell()
  expect(one).toHaveBeenCalledTimes(1)
  expect(other).toHaveBeenCalledTimes(2)
})

it('a store without listeners is empty', () => {
  const listeners = createListeners()
  expect(listeners.isEmpty()).toBe(true)
  const leave = listeners.subscribe(() => undefined)
  expect(listeners.isEmpty()).toBe(false)
  leave()
  leave()
  expect(listeners.isEmpty()).toBe(true)
})

it('a listener that unsubscribes during a notification does not affect the others', () => {
  const listeners = createListeners()
  const other = vi.fn()
  const leave = listeners.subscribe(() => leave())
  listeners.subscribe(other)
  listeners.tell()
  expect(other).toHaveBeenCalledTimes(1)
})

it('a listener of one store is not notified by another', () => {
  const told = vi.fn()
  createListeners().subscribe(told)
  createListeners().tell()
  expect(told).not.toHaveBeenCalled()
})
