import { useClipboard } from '@mantine/hooks'
import { useState } from 'react'
import { Link } from 'react-router'
import { momentInWords } from '#features/lending/conversations/days/web/door.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { BackToProfile } from '#platform/web/ui/back-to-profile.tsx'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { useCalendarFeed, useEndCalendarFeed, useMakeCalendarFeed } from '../data/loans.ts'
import classes from './calendar-screen.module.css'

/** A secret address from which the user's calendar program reads their loans. */
export function CalendarScreen() {
  const { t } = useTranslation('loans')
  return (
    <Page width="narrow">
      <BackToProfile />
      <Sheet>
        <PageTitle title={t('feed.title')} lead={t('feed.lead')} />
        <CalendarFeed />
      </Sheet>
    </Page>
  )
}

function CalendarFeed() {
  const { t } = useTranslation('loans')
  const { ofError } = useErrorText()
  const feed = useCalendarFeed()
  const make = useMakeCalendarFeed()
  const end = useEndCalendarFeed()
  const [asking, setAsking] = useState<'again' | 'end' | null>(null)
  if (feed.error && !feed.data) {
    return <LoadFailure error={feed.error} onRetry={() => feed.refetch()} />
  }
  if (!feed.data) return <SkeletonList rows={2} rowHeight={56} />
  const { since } = feed.data
  const failure = make.error ?? end.error
  const close = () => setAsking(null)
  return (
    <div className={classes.parts}>
      {make.data ? <NewAddress url={make.data.url} /> : null}
      {since && !make.data ? (
        <p>{t('feed.since', { when: momentInWords(since, currentLanguage()) })}</p>
      ) : null}
      {end.isSuccess && !since ? <p role="status">{t('feed.ended')}</p> : null}
      {failure ? <Notice kind="error">{ofError(failure)}</Notice> : null}
      <div className={classes.actions}>
        {since ? (
          <>
            <AppButton tone="secondary" onClick={() => setAsking('again')}>
              {t('feed.again')}
            </AppButton>
            <AppButton tone="quiet" onClick={() => setAsking('end')}>
              {t('feed.end')}
            </AppButton>
          </>
        ) : (
          <AppButton
            loading={make.isPending}
            leftSection={<Icon name="calendar" size={20} />}
            onClick={() => make.mutate()}
          >
            {t('feed.make')}
          </AppButton>
        )}
      </div>
      <ConfirmDialog
        opened={asking === 'again'}
        title={t('feed.againTitle')}
        confirmLabel={t('feed.again')}
        onConfirm={() => {
          make.mutate()
          close()
        }}
        onClose={close}
      >
        {t('feed.againBody')}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'end'}
        title={t('feed.endTitle')}
        confirmLabel={t('feed.end')}
        destructive
        onConfirm={() => {
          make.reset()
          end.mutate()
          close()
        }}
        onClose={close}
      >
        {t('feed.endBody')}
      </ConfirmDialog>
    </div>
  )
}

/** The address; the server returns it only once. */
function NewAddress({ url }: { url: string }) {
  const { t } = useTranslation('loans')
  const { copy, copied } = useClipboard()
  return (
    <div className={classes.address}>
      <TextField
        label={t('feed.made')}
        value={url}
        readOnly
        // The pressed button is gone, so the address gets the focus and is read out.
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
      />
      <p className={classes.hint}>{t('feed.madeHint')}</p>
      <div className={classes.actions}>
        <AppButton component={Link} to={url.replace(/^https?:/, 'webcal:')}>
          {t('feed.open')}
        </AppButton>
        <AppButton tone="secondary" onClick={() => copy(url)}>
          {t(copied ? 'feed.copied' : 'feed.copy')}
        </AppButton>
      </div>
      <p role="status" className="visually-hidden">
        {copied ? t('feed.copied') : null}
      </p>
      <p className={classes.hint}>{t('feed.how')}</p>
    </div>
  )
}
