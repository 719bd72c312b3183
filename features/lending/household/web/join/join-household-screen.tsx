import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { User } from '#features/people/accounts/web/data/door.ts'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { PageLoader } from '#platform/web/ui/feedback/page-loader.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import type { OpenedInvitation } from '../../contract.ts'
import { useInvitation, useJoin } from '../data/household.ts'
import { Invited, Unconfirmed, Visitor } from './invited.tsx'
import { GiveUpButton, JoinButton } from './join-buttons.tsx'
import { Invalid, Joined, NotPossible } from './join-outcome.tsx'

/**
 * The page behind the link of an invitation mail. Nothing happens before the button is pressed, since some mail
 * programs open links by themselves.
 */
export function JoinHouseholdScreen() {
  const { user, loading } = useSession()
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  const [registered, setRegistered] = useState(false)
  const join = useJoin(token)
  const isUsed = registered || join.isSuccess
  const invitation = useInvitation(isUsed ? '' : token, user?.id)

  if (registered && !user) return <PageLoader />
  if (isUsed && user) return <Joined user={user} />
  const invalid = invitation.error instanceof ApiError && invitation.error.status === 422
  if (token === '' || invalid) return <Invalid />
  if (invitation.isError) {
    return (
      <Page>
        <LoadFailure error={invitation.error} onRetry={() => invitation.refetch()} />
      </Page>
    )
  }
  if (loading || !invitation.data) return <PageLoader />
  const onJoined = () => setRegistered(true)
  return (
    <Opened
      token={token}
      user={user}
      join={join}
      onJoined={onJoined}
      invitation={invitation.data}
    />
  )
}

interface OpenedProps {
  token: string
  user: User | null
  invitation: OpenedInvitation
  join: ReturnType<typeof useJoin>
  onJoined: () => void
}

function Opened({ token, user, invitation, join, onJoined }: OpenedProps) {
  const { situation } = invitation
  if (situation === 'visitor') {
    return <Visitor token={token} invitation={invitation} onJoined={onJoined} />
  }
  if (situation === 'unconfirmed') return <Unconfirmed token={token} invitation={invitation} />
  if (situation === 'open') {
    return (
      <Invited invitation={invitation} failure={join.error}>
        <JoinButton sending={join.isPending} onJoin={() => join.mutate(false)} />
      </Invited>
    )
  }
  if (situation === 'has_letterbox' && user) {
    return (
      <Invited invitation={invitation} failure={join.error}>
        <GiveUpButton user={user} sending={join.isPending} onJoin={() => join.mutate(true)} />
      </Invited>
    )
  }
  return <NotPossible invitation={invitation} />
}
