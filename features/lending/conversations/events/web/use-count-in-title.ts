import { useEffect } from 'react'

const PREFIX = /^\(\d+\+?\) /

/** The title with the count in front of it; no count at 0. */
export function titleWithCount(title: string, count: number): string {
  const plain = title.replace(PREFIX, '')
  return count > 0 ? `(${count > 99 ? '99+' : count}) ${plain}` : plain
}

/** Keeps the count in front of the title, whatever title the screen sets. */
export function useCountInTitle(count: number): void {
  useEffect(() => {
    const show = () => {
      const title = titleWithCount(document.title, count)
      if (title !== document.title) document.title = title
    }
    show()
    const observer = new MutationObserver(show)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [count])
}
