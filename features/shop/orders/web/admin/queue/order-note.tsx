import { z } from 'zod'
import { ApiError } from '#platform/web/data/api-client.ts'
import type { DraftOfForm } from '#platform/web/data/offered-draft.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { TextAreaField } from '#platform/web/ui/forms/text-area-field.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { WithOfferedDraft } from '#platform/web/ui/offered-draft.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { adminOrdersApi, ORDER_NOTE_MAX_LENGTH } from '../../../contract.admin.ts'
import { useNoteOrder } from '../data/orders.ts'
import type { ChangingProps } from './order-acts.tsx'
import classes from './order-queue.module.css'

const schema = adminOrdersApi.note.body.pick({ note: true })
/** A draft may be longer than a note that can be saved. */
const noteDraftSchema = z.object({ note: z.string() })

/** The staff's note about an order; unsaved text stays when another administrator was faster. */
export function OrderNote(props: ChangingProps) {
  const { t } = useTranslation('admin-orders')
  const { id, note } = props.order
  return (
    <section className={classes.card} aria-labelledby="order-note">
      <h2 id="order-note">{t('note.title')}</h2>
      <WithOfferedDraft name={`order-note-${id}`} saved={{ note }} schema={noteDraftSchema}>
        {(draft) => <NoteForm {...props} draft={draft} />}
      </WithOfferedDraft>
    </section>
  )
}

function NoteForm({
  order,
  onChanged,
  onDone,
  draft,
}: ChangingProps & { draft: DraftOfForm<{ note: string }> }) {
  const { t } = useTranslation('admin-orders')
  const { ofError } = useErrorText()
  const save = useNoteOrder()
  const { field, onSubmit, showFieldErrors } = useSchemaForm(schema, draft.initial, draft.change)
  const typedOver = save.isError && order.note !== ''
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={onSubmit(({ note }) =>
        save.mutate(
          { id: order.id, version: order.version, note },
          {
            onSuccess: () => {
              draft.end()
              showToast({ message: t('note.saved') })
              onDone()
            },
            onError: (error) => {
              if (!(error instanceof ApiError)) return
              if (error.code === 'changed_meanwhile') onChanged()
              else showFieldErrors(error)
            },
          },
        ),
      )}
    >
      <TextAreaField
        label={t('note.label')}
        description={t('note.hint')}
        max={ORDER_NOTE_MAX_LENGTH}
        rows={3}
        optional
        field={field('note')}
      />
      {save.isError ? <Notice kind="error">{ofError(save.error)}</Notice> : null}
      {typedOver ? <Notice title={t('note.now')}>{order.note}</Notice> : null}
      <div className={classes.acts}>
        <AppButton type="submit" tone="secondary" loading={save.isPending}>
          {t('note.save')}
        </AppButton>
      </div>
    </form>
  )
}
