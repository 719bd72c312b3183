import { expect, it, vi } from 'vitest'
import { createListeners } from './listeners.ts'

it('tells each listener of every change, until it has left', () => {
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

it('knows whether anybody listens', () => {
  const listeners = createListeners()
  expect(listeners.isEmpty()).toBe(true)
  const leave = listeners.subscribe(() => undefined)
  expect(listeners.isEmpty()).toBe(false)
  leave()
  leave()
  expect(listeners.isEmpty()).toBe(true)
})

it('tells the others as well when one leaves while it is told', () => {
  const listeners = createListeners()
  const other = vi.fn()
  const leave = listeners.subscribe(() => leave())
  listeners.subscribe(other)
  listeners.tell()
  expect(other).toHaveBeenCalledTimes(1)
})

it('keeps those of one store apart from those of another', () => {
  const told = vi.fn()
  createListeners().subscribe(told)
  createListeners().tell()
  expect(told).not.toHaveBeenCalled()
})
