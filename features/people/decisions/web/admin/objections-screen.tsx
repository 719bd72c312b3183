import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { AdminPage } from '#platform/web/ui/back-office/admin-page.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { ChoiceField } from '#platform/web/ui/forms/choice-field.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { TextAreaField } from '#platform/web/ui/forms/text-area-field.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { Sheet } from '#platform/web/ui/page.tsx'
import { timeInWords } from '#platform/web/ui/words/date-in-words.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { languageName } from '#platform/web/ui/words/language-name.ts'
import { type AdminObjection, adminDecisionsApi } from '../../contract.admin.ts'
import {
  type DecisionKind,
  OBJECTION_MAX_LENGTH,
  OBJECTION_OUTCOMES,
} from '../../decision-kinds.ts'
import { useAnswerObjection, useObjections } from '../data/decisions.ts'
import classes from '../decisions.module.css'
import { YearScreen } from './year-screen.tsx'

const STATES = ['open', 'answered'] as const
const SIZE = 20
/** Takes the place of an id in the URL. */
const YEAR = 'year'

/** Objections to decisions: who objects, to what, and the form to answer. */
export function ObjectionsScreen() {
  const { id } = useParams()
  return id === YEAR ? <YearScreen /> : <Objections />
}

function Objections() {
  const { t } = useTranslation('admin-objections')
  const [state, setState] = useState<(typeof STATES)[number]>('open')
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useObjections(state, page)
  return (
    <AdminPage
      title={t('title')}
      lead={t('lead')}
      actions={
        <AppButton tone="secondary" component={Link} to={adminPaths.screen('objections', YEAR)}>
          {t('year.title')}
        </AppButton>
      }
    >
      <ChoiceField
        label={t('state.label')}
        short
        options={STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
        value={state}
        onChange={(value) => {
          setState(value)
          setPage(1)
        }}
      />
      {error && !data ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonList rows={3} rowHeight={160} /> : null}
      <div className={classes.list}>
        {data?.total === 0 ? <p>{t(`none.${state}`)}</p> : null}
        {data?.rows.map((row) => (
          <Objection key={row.id} objection={row} />
        ))}
      </div>
      {data && data.total > SIZE ? (
        <div className={forms.choices}>
          <AppButton tone="quiet" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('earlier')}
          </AppButton>
          <AppButton
            tone="quiet"
            disabled={page * SIZE >= data.total}
            onClick={() => setPage(page + 1)}
          >
            {t('later')}
          </AppButton>
        </div>
      ) : null}
    </AdminPage>
  )
}

/** An account can be suspended for reasons other than a message. */
const isAboutMessages = (kind: DecisionKind) =>
  kind === 'message_refused' || kind === 'author_warned'

function Objection({ objection }: { objection: AdminObjection }) {
  const { t } = useTranslation('admin-objections')
  const { kind, ground, reason, decided_at, decided_by, user } = objection
  const { objected_at, outcome, answer, handled_at, handled_by, may_answer } = objection
  const { automated, messages } = objection
  return (
    <Sheet>
      <h2>
        {t(`kinds.${kind}`)}
        {/* Kept together with the text before it, so that no line begins with the dot. */}
        {'\u00a0· '}
        {user ? <Link to={adminPaths.screen('users', user.id)}>{user.name}</Link> : t('gone')}
      </h2>
      <p className={classes.origin}>
        {t('decided', { who: decided_by?.name ?? t('somebody'), when: timeInWords(decided_at) })}{' '}
        {t(`ground.${ground}`)}
        {automated ? `. ${t('foundBy')}` : null}
      </p>
      <blockquote className={classes.quote}>{reason}</blockquote>
      {/* A mass message has the same text every time, so it is shown once. */}
      {messages.length > 0 ? (
        <>
          <p className={classes.origin}>{t('messages', { count: messages.length })}</p>
          {[...new Set(messages.map(({ text }) => text))].map((text) => (
            <blockquote key={text} className={classes.quote}>
              {text}
            </blockquote>
          ))}
        </>
      ) : isAboutMessages(kind) ? (
        <p className={classes.origin}>{t('notShown')}</p>
      ) : null}
      <p className={classes.origin}>
        {objected_at ? t('objected', { when: timeInWords(objected_at) }) : null}
      </p>
      <blockquote className={classes.quote}>{objection.objection}</blockquote>
      {outcome !== null && handled_at !== null ? (
        <Notice
          title={`${t(`outcomes.${outcome}`)} (${handled_by?.name ?? t('somebody')}, ${timeInWords(handled_at)})`}
        >
          <p className={classes.typed}>{answer}</p>
        </Notice>
      ) : may_answer ? (
        <AnswerForm objection={objection} />
      ) : (
        <Notice>{t('another')}</Notice>
      )}
    </Sheet>
  )
}

const schema = adminDecisionsApi.answer.body.omit({ id: true })

function AnswerForm({ objection: { id, kind, user } }: { objection: AdminObjection }) {
  const { t } = useTranslation('admin-objections')
  const { ofError } = useErrorText()
  const answer = useAnswerObjection()
  const { form, field, onSubmit } = useSchemaForm<{
    outcome: (typeof OBJECTION_OUTCOMES)[number]
    text: string
  }>(schema, { outcome: 'upheld', text: '' })
  return (
    <form
      className={forms.form}
      noValidate
      onSubmit={onSubmit((values) =>
        answer.mutate({ id, ...values }, { onSuccess: () => showToast({ message: t('done') }) }),
      )}
    >
      <ChoiceField
        label={t('outcome')}
        options={OBJECTION_OUTCOMES.map((value) => ({ value, label: t(`outcomes.${value}`) }))}
        value={form.values.outcome}
        onChange={(outcome) => form.setFieldValue('outcome', outcome)}
      />
      <p className={forms.hint}>{t(`outcomeHints.${kind}`)}</p>
      <TextAreaField
        label={user ? t('text', { language: languageName(user.lang) }) : t('textOfGone')}
        max={OBJECTION_MAX_LENGTH}
        lang={user?.lang}
        field={field('text')}
      />
      {answer.isError ? <Notice kind="error">{ofError(answer.error)}</Notice> : null}
      <div className={forms.actions}>
        <AppButton type="submit" loading={answer.isPending}>
          {t('send')}
        </AppButton>
      </div>
    </form>
  )
}
