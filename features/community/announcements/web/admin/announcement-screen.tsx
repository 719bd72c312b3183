import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import type { DraftOfForm } from '#platform/web/data/offered-draft.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { AdminPage, Facts } from '#platform/web/ui/back-office/admin-page.tsx'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { PageLoader } from '#platform/web/ui/feedback/page-loader.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { WithOfferedDraft } from '#platform/web/ui/offered-draft.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { titleFor } from '../../best-text.ts'
import type { AdminAnnouncement, WrittenAnnouncement } from '../../contract.admin.ts'
import classes from './announcement-admin.module.css'
import { AnnouncementForm, type RegionPickerProps, writtenOf } from './announcement-form.tsx'
import { AnnouncementSending } from './announcement-sending.tsx'
import { AnswersFigure } from './answers-figure.tsx'
import {
  announcementDraftSchema,
  rereadAnnouncement,
  useAdminAnnouncement,
  usePublishAnnouncement,
  useRemoveAnnouncement,
  useRetireAnnouncement,
  useSaveAnnouncement,
} from './data/announcements.ts'

export interface AnnouncementScreenProps {
  /** An id, or `new`. */
  id: string
  picker: (props: RegionPickerProps) => ReactNode
}

/** One announcement: its text, audience, period and answers. */
export function AnnouncementScreen({ id, picker }: AnnouncementScreenProps) {
  const { t } = useTranslation('admin-announcements')
  const up = useWayUp()
  if (id === 'new') {
    return (
      <AdminPage up={up} title={t('one.new')} lead={t('one.newLead')}>
        <AnnouncementEditor key="new" announcement={null} picker={picker} />
      </AdminPage>
    )
  }
  return <SavedAnnouncement id={id} picker={picker} />
}

function useWayUp() {
  const { t } = useTranslation('admin-announcements')
  return { to: adminPaths.screen('announcements'), text: t('list.heading') }
}

function SavedAnnouncement({ id, picker }: AnnouncementScreenProps) {
  const { t } = useTranslation('admin-announcements')
  const up = useWayUp()
  const { data, error, refetch } = useAdminAnnouncement(id)
  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <PageLoader />
  const { state, reach, seen, answered_yes, answered_no } = data
  const facts = [
    { name: t('list.state'), value: t(`states.${state}`) },
    { name: t('list.reach'), value: reach ?? t('list.notYet') },
    {
      name: t('list.answered'),
      value: t('list.answers', { seen, yes: answered_yes, no: answered_no }),
    },
  ]
  return (
    <AdminPage up={up} title={titleFor(data, currentLanguage())}>
      <Facts facts={facts} />
      {seen > 0 ? <AnswersFigure id={data.id} /> : null}
      <AnnouncementEditor announcement={data} picker={picker} />
      <AnnouncementSending announcement={data} />
    </AdminPage>
  )
}

interface EditorProps {
  announcement: AdminAnnouncement | null
  picker: (props: RegionPickerProps) => ReactNode
}

type Step = 'publish' | 'retire' | 'remove'

interface StepButtonsProps {
  state: AdminAnnouncement['state']
  onAsk: (step: Step) => void
}

/** The actions its state allows, once it is saved. */
function StepButtons({ state, onAsk }: StepButtonsProps) {
  const { t } = useTranslation('admin-announcements')
  return (
    <>
      {state === 'draft' || state === 'retired' ? (
        <AppButton onClick={() => onAsk('publish')}>{t('one.publish.button')}</AppButton>
      ) : (
        <AppButton tone="danger" onClick={() => onAsk('retire')}>
          {t('one.retire.button')}
        </AppButton>
      )}
      {state === 'draft' ? (
        <AppButton tone="quiet" onClick={() => onAsk('remove')}>
          {t('one.remove.button')}
        </AppButton>
      ) : null}
    </>
  )
}

function AnnouncementEditor({ announcement, picker }: EditorProps) {
  const { t } = useTranslation('admin-announcements')
  const { ofError } = useErrorText()
  const navigate = useNavigate()
  const [overtaken, setOvertaken] = useState(false)
  const [dirty, setDirty] = useState(false)
  const [asking, setAsking] = useState<Step | null>(null)
  const read = announcement && { id: announcement.id, version: announcement.version }
  const save = useSaveAnnouncement(read)
  const steps = {
    publish: usePublishAnnouncement(),
    retire: useRetireAnnouncement(),
    remove: useRemoveAnnouncement(),
  }

  /**
   * If another member of the staff has changed it meanwhile, shows their version and offers what was typed here above
   * it.
   */
  const failed = async (error: unknown) => {
    setAsking(null)
    if (error instanceof ApiError && error.code === 'changed_meanwhile' && announcement) {
      save.reset()
      await rereadAnnouncement(announcement.id)
      setOvertaken(true)
    } else if (!(error instanceof ApiError && Object.keys(error.errors).length > 0)) {
      showToast({ kind: 'error', message: ofError(error) })
    }
  }
  const send = (written: WrittenAnnouncement, draft: DraftOfForm<WrittenAnnouncement>) =>
    save.mutate(written, {
      onSuccess: (saved) => {
        draft.end()
        setDirty(false)
        setOvertaken(false)
        showToast({ kind: 'success', message: t('one.saved') })
        if (!announcement) navigate(adminPaths.screen('announcements', saved.id), { replace: true })
      },
      onError: failed,
    })
  const go = () => {
    if (!asking || !read) return
    steps[asking].mutate(read, {
      onSuccess: () => {
        showToast({ kind: 'success', message: t(`one.${asking}.done`) })
        setAsking(null)
        setOvertaken(false)
        if (asking === 'remove') navigate(adminPaths.screen('announcements'), { replace: true })
      },
      onError: failed,
    })
  }
  return (
    <div className={classes.editor}>
      {overtaken ? <Notice title={t('one.overtaken')}>{t('one.overtakenBody')}</Notice> : null}
      <WithOfferedDraft
        key={announcement?.version ?? 'new'}
        name={`announcement-${announcement?.id ?? 'new'}`}
        saved={writtenOf(announcement)}
        schema={announcementDraftSchema}
      >
        {(draft) => (
          <AnnouncementForm
            draft={draft}
            picker={picker}
            saving={save.isPending}
            error={save.error ?? steps.publish.error}
            onSave={(written) => send(written, draft)}
            onDirty={setDirty}
            otherwise={
              announcement ? <StepButtons state={announcement.state} onAsk={setAsking} /> : null
            }
          />
        )}
      </WithOfferedDraft>
      {dirty && announcement ? <p className={classes.muted}>{t('one.saveFirst')}</p> : null}
      <ConfirmDialog
        opened={asking !== null}
        title={asking ? t(`one.${asking}.title`) : ''}
        confirmLabel={asking ? t(`one.${asking}.confirm`) : ''}
        destructive={asking === 'retire' || asking === 'remove'}
        loading={asking !== null && steps[asking].isPending}
        onConfirm={go}
        onClose={() => setAsking(null)}
      >
        {asking ? t(`one.${asking}.body`) : null}
      </ConfirmDialog>
    </div>
  )
}
