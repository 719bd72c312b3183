import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { lineSchema } from '#features/places/letterboxes/contract.ts'
import { useUpdateItems } from '#features/places/letterboxes/web/data/door.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { type FieldProps, useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { Copies } from './item-copies.tsx'
import type { Lines } from './item-lines.tsx'
import classes from './items-form.module.css'

/** Sorted, so that the same stickers are equal in any order. */
export const itemsDraft = z.array(z.int()).transform((ids) => ids.toSorted((a, b) => a - b))

/** The stickers with their lines, limited to chosen stickers and without empty lines. */
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
  /** The field of an item's line. */
  field: (id: number) => FieldProps
}

interface ItemsFormProps {
  /** Initial values of the form: a draft, else what is saved. */
  initial: number[]
  /** Saved number of copies. */
  initialCopies?: Copies
  /** The section "I have two of these" below the stickers. */
  several?: (props: SeveralProps) => ReactNode
  /** Saved lines; and the initial ones of the form, as with `initial`. */
  savedLines?: Lines
  initialLines?: Lines
  /** The section of lines below the stickers. */
  lines?: (props: LinesProps) => ReactNode
  /** The grid of stickers, provided by the items feature. */
  picker: (props: ItemPickerProps) => ReactNode
  submitLabel: string
  /** Called with every choice and keystroke, to store the draft. */
  onChange: (selected: number[], lines: Lines) => void
  onSaved: () => void
  back?: ReactNode
}

const NO_COPIES: Copies = {}
const NO_LINES: Lines = {}

type ItemsValues = { selected: number[]; copies: Copies; lines: Lines }

/** Lines of chosen items that differ from the saved ones. */
const changedLines = ({ selected, lines }: ItemsValues, saved: Lines) =>
  selected
    .map((item_id) => ({ item_id, line: lines[item_id] ?? '' }))
    .filter(({ item_id, line }) => line.trim() !== (saved[item_id] ?? ''))

/** Validates changed lines as far as the browser can. */
const itemsSchema = (saved: Lines) =>
  z.custom<ItemsValues>().superRefine((values, context) => {
    for (const { item_id, line } of changedLines(values, saved)) {
      const [issue] = lineSchema.safeParse(line).error?.issues ?? []
      if (issue) {
        const path = ['lines', `${item_id}`]
        context.addIssue({ code: 'custom', path, message: issue.message })
      }
    }
  })

/** The items a member lends. An empty choice is allowed. */
export function ItemsForm(props: ItemsFormProps) {
  const { t } = useTranslation('profile')
  const { ofError } = useErrorText()
  const update = useUpdateItems()
  const savedCopies = props.initialCopies ?? NO_COPIES
  const savedLines = props.savedLines ?? NO_LINES
  const { form, field, onSubmit, showFieldErrors, isAboutFields } = useSchemaForm<ItemsValues>(
    itemsSchema(savedLines),
    { selected: props.initial, copies: savedCopies, lines: props.initialLines ?? savedLines },
    ({ selected, lines }) => props.onChange(selected, lines),
  )
  const { selected, copies, lines } = form.values
  const toggle = (id: number) =>
    form.setFieldValue(
      'selected',
      selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id],
    )
  const save = (values: ItemsValues) => {
    const several = values.selected
      .map((item_id) => ({ item_id, copies: values.copies[item_id] ?? 1 }))
      .filter((one) => one.copies !== (savedCopies[one.item_id] ?? 1))
    update.mutate(
      { selected: values.selected, several, lines: changedLines(values, savedLines) },
      {
        onSuccess: props.onSaved,
        onError(error) {
          if (error instanceof ApiError) showFieldErrors(error)
        },
      },
    )
  }

  return (
    <form className={forms.form} noValidate onSubmit={onSubmit(save)}>
      <VisuallyHidden component="h2">{t('items.heading')}</VisuallyHidden>
      {props.picker({ selected, onToggle: toggle })}
      {props.several?.({
        selected,
        copies,
        onChange: (id, count) => form.setFieldValue('copies', { ...copies, [id]: count }),
      })}
      {props.lines?.({ selected, lines, field: (id) => field(`lines.${id}`) })}
      <div className={classes.bar}>
        {Object.keys(form.errors).length > 0 ? (
          <Notice kind="error">{t('items.lineWrong')}</Notice>
        ) : update.isError && !isAboutFields(update.error) ? (
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
