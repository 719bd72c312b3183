import { Link } from 'react-router'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { AdminIcon } from '#platform/web/ui/back-office/admin-icon.tsx'
import { AdminList } from '#platform/web/ui/back-office/admin-list.tsx'
import { AdminPage } from '#platform/web/ui/back-office/admin-page.tsx'
import type { Column } from '#platform/web/ui/back-office/data-table.tsx'
import { useAdminList } from '#platform/web/ui/back-office/use-admin-list.ts'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { countInWords } from '#platform/web/ui/words/month-words.ts'
import { type AdminItem, ITEM_SORTS, ITEM_STATES } from '../../contract.admin.ts'
import { ITEM_CATEGORIES } from '../../item-categories.ts'
import { itemName } from '../data/items.ts'
import { StickerImage } from '../sticker-image.tsx'
import { useAdminItems, useMoveItem } from './data/items.ts'
import classes from './items.module.css'

/** @param withOrder whether stickers can be moved up and down */
function useItemColumns(withOrder: boolean): Column<AdminItem>[] {
  const { t } = useTranslation(['admin-items', 'items'])
  const language = currentLanguage()
  const stateOf = ({ active, sticker, merged_into }: AdminItem) => {
    if (merged_into !== null) return t('states.merged')
    if (!active) return t('states.inactive')
    return sticker ? t('states.active') : t('states.noSticker')
  }
  const columns: Column<AdminItem>[] = [
    {
      key: 'name',
      title: t('columns.name'),
      sortable: true,
      render: (item) => (
        <div className={classes.item} data-inactive={!item.active || undefined}>
          <StickerImage imagePath={item.image_path} name="" size={48} />
          <div className={classes.words}>
            <Link to={adminPaths.screen('items', item.id)} className={classes.name} lang={language}>
              {itemName(item, language)}
            </Link>
            <span className={classes.phoneOnly}>
              {t(`items:category.${item.category}`)} · {stateOf(item)}
            </span>
          </div>
        </div>
      ),
    },
    {
      key: 'category',
      title: t('columns.category'),
      wide: true,
      render: ({ category }) => t(`items:category.${category}`),
    },
    {
      key: 'letterboxes',
      title: t('columns.letterboxes'),
      wide: true,
      right: true,
      sortable: true,
      render: ({ letterboxes }) => countInWords(letterboxes),
    },
    {
      key: 'requests',
      title: t('columns.requests'),
      wide: true,
      right: true,
      sortable: true,
      render: ({ requests }) => countInWords(requests),
    },
    { key: 'state', title: t('columns.state'), wide: true, render: stateOf },
  ]
  if (withOrder) {
    columns.push({
      key: 'order',
      title: t('columns.order'),
      render: (item) => <MoveButtons item={item} name={itemName(item, language)} />,
    })
  }
  return columns
}

/** All stickers, in the order in which users see them. */
export function AdminItemList() {
  const { t } = useTranslation(['admin-items', 'items'])
  const list = useAdminList({
    sorts: ITEM_SORTS,
    filters: {
      category: {
        kind: 'choice',
        label: t('columns.category'),
        all: t('allCategories'),
        choices: ITEM_CATEGORIES.map((value) => ({ value, label: t(`items:category.${value}`) })),
      },
      status: {
        kind: 'states',
        place: 'below',
        label: t('columns.state'),
        all: t('states.all'),
        choices: ITEM_STATES.map((value) => ({ value, label: t(`states.${value}`) })),
      },
    },
  })
  const { search, status, sort } = list.asked
  // Stickers can be moved only while the list shows them in their real order.
  const inOrder = sort === undefined && search === '' && status === undefined
  const columns = useItemColumns(inOrder)
  return (
    <AdminPage
      title={t('title')}
      lead={t('lead')}
      actions={
        <AppButton
          component={Link}
          to={adminPaths.screen('items', 'new')}
          leftSection={<AdminIcon name="plus" />}
        >
          {t('add')}
        </AppButton>
      }
    >
      <AdminList
        label={t('title')}
        list={list}
        answer={useAdminItems(list.asked)}
        search={t('search')}
        rows={columns}
        empty={{ title: t('empty.title'), body: t('empty.body') }}
      />
    </AdminPage>
  )
}

/** One place up or down in its category. */
function MoveButtons({ item, name }: { item: AdminItem; name: string }) {
  const { t } = useTranslation('admin-items')
  const { ofError } = useErrorText()
  const move = useMoveItem()
  const { id, version, merged_into } = item
  const inWords = (error: Error, to: 'up' | 'down') => {
    const isAtEnd = error instanceof ApiError && error.code === 'conflict' && merged_into === null
    return isAtEnd ? t(`atEnd.${to}`, { name }) : ofError(error)
  }
  const press = (to: 'up' | 'down') => {
    if (move.isPending) return
    move.mutate(
      { id, version, to },
      {
        onSuccess: () => showToast({ message: t(`moved.${to}`, { name }) }),
        onError: (error) => showToast({ kind: 'warning', message: inWords(error, to) }),
      },
    )
  }
  return (
    <div className={classes.move}>
      <AppButton tone="quiet" aria-label={t('moveUp', { name })} onClick={() => press('up')}>
        <AdminIcon name="arrowUp" size={20} />
      </AppButton>
      <AppButton tone="quiet" aria-label={t('moveDown', { name })} onClick={() => press('down')}>
        <AdminIcon name="arrowDown" size={20} />
      </AppButton>
    </div>
  )
}
