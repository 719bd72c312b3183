import { useCallback, useSyncExternalStore } from 'react'
import { createListeners } from '#platform/web/data/listeners.ts'
import { currentLanguage } from '#platform/web/start/texts.ts'
import type { Item } from '../contract.ts'
import { searchItems } from './item-search.ts'

type Guess = typeof import('./item-guess.ts').guessItems

let guess: Guess | null = null
let loading = false
const arrival = createListeners()

/** Loads the guessing code on first use; after a network failure the next search tries again. */
function loadGuess(): void {
  if (loading) return
  loading = true
  import('./item-guess.ts')
    .then((module) => {
      guess = module.guessItems
      arrival.tell()
    })
    .catch(() => {
      loading = false
    })
}

export interface ItemSearch {
  items: Item[]
  /** True if nothing matched and the items are close guesses. */
  guessed: boolean
}

/**
 * Searches items by text and guesses if nothing matches. The identity of the returned function changes whenever its
 * results may change.
 */
export function useItemSearch(): (items: readonly Item[], text: string) => ItemSearch {
  const ready = useSyncExternalStore(arrival.subscribe, () => guess)
  const language = currentLanguage()
  return useCallback(
    (items, text) => {
      const matches = searchItems(items, text, language)
      if (matches.length > 0 || items.length === 0) return { items: matches, guessed: false }
      if (!ready) loadGuess()
      const guessed = ready?.(items, text, language) ?? []
      return { items: guessed, guessed: guessed.length > 0 }
    },
    [ready, language],
  )
}
