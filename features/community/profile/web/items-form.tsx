import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { z } from 'zod'
import { lineSchema } from '#features/places/letterboxes/contract.ts'
import { LineRefused, useUpdateItems } from '#features/places/letterboxes/web/data/door.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { Copies } from './item-copies.tsx'
import type { Lines } from './item-lines.tsx'
import classes from './items-form.module.css'

/** Sorted, so that the same stickers are the same choice in any order. */
export const itemsDraft = z.array(z.int()).transform((ids) => ids.toSorted((a, b) => a - b))

/** The same with what is said of them: of no others, and nothing empty. */
export const ownItemsDraft = z
  .object({ selected: itemsDraft, lines: z.record(z.string(), z.string()) })
  .transform(
    ({ selected, lines }): OwnItems => ({
      selected,
      lines: Object.fromEntries(
        selected.flatMap((id) => (lines[id]?.trim() ? [[id, lines[id]] as const] : [])),
      ),
    }),
  )
export interface OwnItems {
  selected: number[]
  lines: Lines
}

export interface ItemPickerProps {
  selected: number[]
  onToggle: (id: number) => void
}

interface SeveralProps {
  selected: number[]
  copies: Copies
  onChange: (id: number, copies: number) => void
}

interface LinesProps {
  selected: number[]
  lines: Lines
  errors: Readonly<Record<number, string>>
  onChange: (id: number, line: string) => void
}

interface ItemsFormProps {
  /** The initial values of the form: a draft, else what is saved. */
  initial: number[]
  /** How many there are of each, as saved. */
  initialCopies?: Copies
  /** "I have two of these", below the stickers. */
  several?: (props: SeveralProps) => ReactNode
  /** What is said of each, as saved; and the initial values of the form, as with `initial`. */
  savedLines?: Lines
  initialLines?: Lines
  /** "3 m, needs two people", below the stickers. */
  lines?: (props: LinesProps) => ReactNode
  /** The grid of stickers; it comes from the items feature. */
  picker: (props: ItemPickerProps) => ReactNode
  submitLabel: string
  /** Every choice and every letter, for the draft. */
  onChange: (selected: number[], lines: Lines) => void
  onSaved: () => void
  back?: ReactNode
}

const NO_COPIES: Copies = {}
const NO_LINES: Lines = {}

/** What is wrong with lines as far as the browser can tell: keys of texts, by item. */
function wrongLines(lines: readonly { item_id: number; line: string }[]): Record<number, string> {
  const errors: Record<number, string> = {}
  for (const { item_id, line } of lines) {
    const [issue] = lineSchema.safeParse(line).error?.issues ?? []
    if (issue) errors[item_id] = issue.message
  }
  return errors
}

/** What one lends. Nothing at all is allowed. */
export function ItemsForm(props: ItemsFormProps) {
  const { t } = useTranslation('profile')
  const { ofError, ofKey } = useErrorText()
  const update = useUpdateItems()
  const [selected, setSelected] = useState(props.initial)
  const savedCopies = props.initialCopies ?? NO_COPIES
  const [copies, setCopies] = useState(savedCopies)
  const savedLines = props.savedLines ?? NO_LINES
  const [lines, setLines] = useState(props.initialLines ?? savedLines)
  const [wrong, setWrong] = useState<Readonly<Record<number, string>>>({})
  const form = useRef<HTMLFormElement>(null)
  const showWrong = (errors: Record<number, string>) => {
    flushSync(() => setWrong(errors))
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const fold = field?.closest('details')
    if (fold) fold.open = true
    field?.focus()
  }

  const toggle = (id: number) => {
    const next = selected.includes(id)
      ? selected.filter((other) => other !== id)
      : [...selected, id]
    setSelected(next)
    props.onChange(next, lines)
  }

  return (
    <form
      ref={form}
      className={forms.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const several = selected
          .map((item_id) => ({ item_id, copies: copies[item_id] ?? 1 }))
          .filter((one) => one.copies !== (savedCopies[one.item_id] ?? 1))
        const changedLines = selected
          .map((item_id) => ({ item_id, line: lines[item_id] ?? '' }))
          .filter(({ item_id, line }) => line.trim() !== (savedLines[item_id] ?? ''))
        const errors = wrongLines(changedLines)
        if (Object.keys(errors).length > 0) {
          showWrong(errors)
          return
        }
        setWrong({})
        update.mutate(
          { selected, several, lines: changedLines },
          {
            onSuccess: props.onSaved,
            onError(error) {
              if (error instanceof LineRefused) showWrong({ [error.itemId]: error.key })
            },
          },
        )
      }}
    >
      <VisuallyHidden component="h2">{t('items.heading')}</VisuallyHidden>
      {props.picker({ selected, onToggle: toggle })}
      {props.several?.({
        selected,
        copies,
        onChange: (id, count) => setCopies({ ...copies, [id]: count }),
      })}
      {props.lines?.({
        selected,
        lines,
        errors: Object.fromEntries(Object.entries(wrong).map(([id, key]) => [id, ofKey(key)])),
        onChange: (id, line) => {
          const next = { ...lines, [id]: line }
          setLines(next)
          props.onChange(selected, next)
          const { [id]: _, ...others } = wrong
          setWrong(others)
        },
      })}
      <div className={classes.bar}>
        {Object.keys(wrong).length > 0 ? (
          <Notice kind="error">{t('items.lineWrong')}</Notice>
        ) : update.isError && !(update.error instanceof LineRefused) ? (
          <Notice kind="error">{ofError(update.error)}</Notice>
        ) : null}
        <p className={classes.count} role="status">
          {t('items.count', { count: selected.length })}
        </p>
        <div className={forms.actions}>
          {props.back}
          <AppButton type="submit" loading={update.isPending}>
            {props.submitLabel}
          </AppButton>
        </div>
      </div>
    </form>
  )
}
