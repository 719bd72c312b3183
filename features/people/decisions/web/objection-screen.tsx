import { useSearchParams } from 'react-router'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { TextAreaField } from '#platform/web/ui/forms/text-area-field.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import { timeInWords } from '#platform/web/ui/words/date-in-words.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { type Decision, objectionSchema } from '../contract.ts'
import { OBJECTION_MAX_LENGTH } from '../decision-kinds.ts'
import { useDecision, useObject } from './data/decisions.ts'
import classes from './decisions.module.css'

/** Target of the mail about a decision, logged in or not: what was decided, and the form to object. */
export function ObjectionScreen() {
  const { t } = useTranslation('objection')
  const [query] = useSearchParams()
  const token = query.get('token')
  const { data, error, refetch } = useDecision(token)
  const isRefused = token === null || (error instanceof ApiError && error.status === 422)
  return (
    <Page>
      <Sheet>
        <PageTitle title={t('title')} />
        {isRefused ? (
          <Notice kind="error">{t('invalid')}</Notice>
        ) : data ? (
          <>
            <Facts decision={data} />
            {data.objected_at === null ? (
              <ObjectionForm token={token} />
            ) : (
              <State decision={data} />
            )}
          </>
        ) : error ? (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonList rows={3} rowHeight={64} />
        )}
      </Sheet>
    </Page>
  )
}

function Facts({ decision: { kind, ground, reason, decided_at } }: { decision: Decision }) {
  const { t } = useTranslation('objection')
  return (
    <div className={classes.facts}>
      <p>
        {t(`kinds.${kind}`)} {t('when', { time: timeInWords(decided_at) })}
      </p>
      <p>{t(`grounds.${ground}`)}</p>
      <blockquote className={classes.quote}>{reason}</blockquote>
    </div>
  )
}

function State({ decision: { kind, objected_at, outcome, answer } }: { decision: Decision }) {
  const { t } = useTranslation('objection')
  if (outcome === null) {
    return (
      <Notice kind="success" title={t('sent.title')}>
        {objected_at ? t('sent.body', { time: timeInWords(objected_at) }) : null}
      </Notice>
    )
  }
  return (
    <Notice title={t(`outcomes.${outcome}`)}>
      <p className={classes.typed}>{answer}</p>
      {kind === 'message_refused' && outcome === 'reversed' ? <p>{t('again')}</p> : null}
    </Notice>
  )
}

function ObjectionForm({ token }: { token: string }) {
  const { t } = useTranslation('objection')
  const { ofError } = useErrorText()
  const object = useObject(token)
  const { field, onSubmit } = useSchemaForm(objectionSchema, { text: '' })
  return (
    <form className={forms.form} noValidate onSubmit={onSubmit(({ text }) => object.mutate(text))}>
      <p>{t('lead')}</p>
      <TextAreaField label={t('text')} rows={8} max={OBJECTION_MAX_LENGTH} field={field('text')} />
      {object.isError ? <Notice kind="error">{ofError(object.error)}</Notice> : null}
      <div className={forms.actions}>
        <AppButton type="submit" loading={object.isPending}>
          {t('send')}
        </AppButton>
      </div>
    </form>
  )
}
