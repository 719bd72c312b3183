import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Item } from '#features/places/items/contract.ts'
import { itemName } from '#features/places/items/web/data/door.ts'
import { useBrandName } from '#platform/web/data/config.ts'
import { serverNow } from '#platform/web/data/server-clock.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { Letterbox } from '../contract.ts'
import type { NearbyQuery } from './data/letterboxes.ts'
import { findAllNearby } from './data/nearby-letterboxes.ts'
import classes from './nearby-list.module.css'

/** Shown only in print: the source of the list and its date. */
export function PrintedSource() {
  const { t } = useTranslation('letterboxes')
  const brand = useBrandName()
  const day = dateFormat({ dateStyle: 'long' }).format(serverNow())
  return <p className={classes.source}>{t('nearby.source', { brand, host: location.host, day })}</p>
}

interface PrintAllProps {
  query: NearbyQuery
  total: number
  items: Item[]
}

/** Ctrl+P, or Cmd+P on a Mac. */
const isPrintKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'p' && (ctrlKey || metaKey) && !altKey && !shiftKey

/** Prints all matching rows instead of only the visible page. */
export function PrintAll({ query, total, items }: PrintAllProps) {
  const { t } = useTranslation('letterboxes')
  const { ofError } = useErrorText()
  const [wanted, setWanted] = useState(false)
  const { data, error } = useQuery({
    queryKey: ['letterboxes', 'all-nearby', query],
    enabled: wanted,
    queryFn: ({ signal }) => findAllNearby(query, signal),
  })
  const ready = wanted && data !== undefined
  // A page cannot delay the browser's print until its rows are loaded, so this intercepts the key and prints later.
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isPrintKey(event)) return
      event.preventDefault()
      setWanted(true)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  useEffect(() => {
    if (!ready) return
    const done = () => setWanted(false)
    window.addEventListener('afterprint', done)
    window.print()
    return () => window.removeEventListener('afterprint', done)
  }, [ready])
  const fail = useEffectEvent((failure: unknown) => {
    setWanted(false)
    showToast({ kind: 'error', message: ofError(failure) })
  })
  useEffect(() => {
    if (wanted && error) fail(error)
  }, [wanted, error])
  const print = t('nearby.print', { count: total })
  return (
    <div className={classes.printAll}>
      <AppButton tone="quiet" loading={wanted && !data} onClick={() => setWanted(true)}>
        {print}
      </AppButton>
      {ready ? (
        <PrintedRows letterboxes={data.letterboxes} total={total} items={items} />
      ) : (
        <p className={classes.source}>{t('nearby.printedPart', { button: print })}</p>
      )}
    </div>
  )
}

function PrintedRows(props: { letterboxes: Letterbox[]; total: number; items: Item[] }) {
  const { t } = useTranslation('letterboxes')
  const { letterboxes, total } = props
  const namesOf = (letterbox: Letterbox) =>
    letterbox.items
      .map(({ id }) =>
        itemName(
          props.items.find((item) => item.id === id),
          currentLanguage(),
        ),
      )
      .filter((name) => name !== '')
      .join(', ')
  return (
    <div className={classes.printed} aria-hidden="true">
      <p>{t('nearby.range', { from: 1, to: letterboxes.length, total })}</p>
      <ol>
        {letterboxes.map((letterbox) => (
          <li key={letterbox.id} className={classes.item}>
            <strong>{letterbox.address}</strong>, {letterbox.postcode} {letterbox.city}
            <br />
            {namesOf(letterbox)}
          </li>
        ))}
      </ol>
    </div>
  )
}
