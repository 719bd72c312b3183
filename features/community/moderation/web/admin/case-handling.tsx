import { useRef, useState } from 'react'
import { z } from 'zod'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import type { DraftOfForm } from '#platform/web/data/offered-draft.ts'
import { newRequestId } from '#platform/web/data/request-id.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { CheckField } from '#platform/web/ui/forms/check-field.tsx'
import { SelectField } from '#platform/web/ui/forms/form-fields.tsx'
import { TextAreaField } from '#platform/web/ui/forms/text-area-field.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { WithOfferedDraft } from '#platform/web/ui/offered-draft.tsx'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { CASE_OUTCOMES, type CaseOutcome } from '../../case-kinds.ts'
import {
  type CaseDetail,
  caseChanges,
  STAFF_ANSWER_MAX_LENGTH,
  STAFF_NOTE_MAX_LENGTH,
} from '../../contract.admin.ts'
import classes from './cases.module.css'
import { type AnsweredKind, type CaseChange, useChangeCase } from './data/answered-cases.ts'
import { ReadBy } from './read-by.tsx'

interface PartProps {
  detail: CaseDetail
  busy: boolean
  /** Resolves to whether the change was made. */
  onChange: (change: CaseChange) => Promise<boolean>
}

/** The assignee, and how the entry was settled. */
function State({ detail, busy, onChange, tells }: PartProps & { tells: string | null }) {
  const { t } = useTranslation('admin-cases')
  const { user } = useSession()
  const [outcome, setOutcome] = useState<CaseOutcome>('done')
  const { status, assignee } = detail
  if (status === 'settled') {
    return (
      <div className={classes.actions}>
        <AppButton tone="secondary" loading={busy} onClick={() => onChange({ act: 'reopen' })}>
          {t('reopen')}
        </AppButton>
      </div>
    )
  }
  const mine = assignee !== null && assignee.id === user?.id
  return (
    <>
      <div className={classes.actions}>
        <AppButton
          tone={mine ? 'quiet' : 'secondary'}
          loading={busy}
          onClick={() => onChange({ act: 'assign', mine: !mine })}
        >
          {mine ? t('giveBack') : assignee ? t('takeOver', { name: assignee.name }) : t('take')}
        </AppButton>
        <SelectField
          label={t('outcome')}
          value={outcome}
          onChange={({ currentTarget }) => setOutcome(currentTarget.value as CaseOutcome)}
          data={CASE_OUTCOMES.map((value) => ({ value, label: t(`outcomes.${value}`) }))}
        />
        <AppButton
          tone="secondary"
          loading={busy}
          onClick={() => onChange({ act: 'settle', outcome })}
        >
          {t('settle')}
        </AppButton>
      </div>
      {tells ? <p className={classes.muted}>{tells}</p> : null}
    </>
  )
}

const answerSchema = caseChanges.answer.pick({ text: true })

function Answers({ detail, busy, onChange }: PartProps) {
  const { t } = useTranslation('admin-cases')
  const requestId = useRef(newRequestId())
  const [keepOpen, setKeepOpen] = useState(false)
  const { form, field, onSubmit } = useSchemaForm(answerSchema, { text: '' })
  const time = dateFormat({
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  const send = onSubmit(async ({ text }) => {
    const answer = { text, request_id: requestId.current, keep_open: keepOpen }
    const isSaved = await onChange({ act: 'answer', ...answer })
    if (!isSaved) return
    requestId.current = newRequestId()
    form.reset()
  })
  return (
    <section className={classes.part} aria-labelledby="case-answers">
      <h2 id="case-answers">{t('answer.title')}</h2>
      {detail.answers.map(({ id, at, by, text }) => (
        <div key={id}>
          <p className={classes.muted}>
            {t('answer.sent', { name: by?.name ?? t('gone'), time: time.format(new Date(at)) })}
          </p>
          <blockquote className={classes.quote}>{text}</blockquote>
        </div>
      ))}
      <form onSubmit={send} noValidate className={classes.form}>
        <TextAreaField
          label={t('answer.text')}
          max={STAFF_ANSWER_MAX_LENGTH}
          field={field('text')}
        />
        <p className={classes.muted}>{t('answer.hint')}</p>
        {detail.status === 'settled' ? null : (
          <CheckField
            label={t('answer.keepOpen')}
            hint={t('answer.settles')}
            checked={keepOpen}
            onChange={setKeepOpen}
          />
        )}
        <AppButton type="submit" loading={busy}>
          {t('answer.send')}
        </AppButton>
      </form>
    </section>
  )
}

const noteSchema = caseChanges.note.pick({ note: true })
/** A draft may be longer than what can be saved. */
const noteDraftSchema = z.object({ note: z.string() })

function Note({ kind, ...props }: PartProps & { kind: AnsweredKind }) {
  const { t } = useTranslation('admin-cases')
  const { id, note } = props.detail
  return (
    <section className={classes.part} aria-labelledby="case-note">
      <h2 id="case-note">{t('note.title')}</h2>
      <WithOfferedDraft name={`${kind}-note-${id}`} saved={{ note }} schema={noteDraftSchema}>
        {(draft) => <NoteForm {...props} draft={draft} />}
      </WithOfferedDraft>
    </section>
  )
}

function NoteForm({
  detail,
  busy,
  onChange,
  draft,
}: PartProps & { draft: DraftOfForm<{ note: string }> }) {
  const { t } = useTranslation('admin-cases')
  const [latestNote, setLatestNote] = useState(detail.note)
  const { field, onSubmit } = useSchemaForm(noteSchema, draft.initial, draft.change)
  const save = onSubmit(async ({ note }) => {
    if (!(await onChange({ act: 'note', note }))) return
    setLatestNote(note)
    draft.end()
  })
  return (
    <>
      {detail.note.trim() === latestNote.trim() ? null : (
        <Notice title={t('note.changed')}>
          <p className={classes.text}>{detail.note || '–'}</p>
        </Notice>
      )}
      <form onSubmit={save} noValidate className={classes.form}>
        <TextAreaField
          label={t('note.text')}
          max={STAFF_NOTE_MAX_LENGTH}
          rows={3}
          optional
          field={field('note')}
        />
        <AppButton tone="secondary" type="submit" loading={busy}>
          {t('note.save')}
        </AppButton>
      </form>
    </>
  )
}

interface CaseHandlingProps {
  kind: AnsweredKind
  detail: CaseDetail
  /** Says whom settling notifies, and of what; null if no mail is sent. */
  tells: string | null
}

/** The actions on an entry: assign, answer, settle, note. */
export function CaseHandling({ kind, detail, tells }: CaseHandlingProps) {
  const { t } = useTranslation('admin-cases')
  const { ofError } = useErrorText()
  const change = useChangeCase(kind, detail)
  const status = useRef<HTMLParagraphElement>(null)
  const onChange = async (caseChange: CaseChange) => {
    try {
      await change.mutateAsync(caseChange)
      if (caseChange.act !== 'note') status.current?.focus()
      return true
    } catch {
      return false
    }
  }
  const { assignee, outcome, handled_by } = detail
  const part = { detail, busy: change.isPending, onChange }
  return (
    <>
      <p ref={status} tabIndex={-1} role="status" className={classes.status}>
        {detail.status === 'settled'
          ? t('settledBy', {
              name: handled_by?.name ?? t('gone'),
              outcome: t(`outcomes.${outcome ?? 'done'}`),
            })
          : assignee
            ? t('takenBy', { name: assignee.name })
            : t('statuses.open')}
      </p>
      {change.error ? <Notice kind="error">{ofError(change.error)}</Notice> : null}
      <State {...part} tells={tells} />
      <Answers {...part} />
      <Note kind={kind} {...part} />
      <ReadBy readings={detail.read_by} />
    </>
  )
}
