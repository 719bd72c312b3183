/** A bare post without a letterbox on a street; drawn where there are no letterboxes yet. */
export function EmptyStreet() {
  return (
    <svg width="180" height="104" viewBox="0 0 180 104" aria-hidden="true" focusable="false">
      <path d="M8 92h164" stroke="var(--ll-line)" strokeWidth="4" strokeLinecap="round" />
      <g fill="none" stroke="var(--ll-muted)" strokeWidth="2.5" strokeLinejoin="round">
        <path d="M22 92V56l18-16 18 16v36M34 92V74h12v18" opacity=".55" />
        <path d="M122 92V48h36v44M132 58h6m8 0h6m-20 14h6m8 0h6" opacity=".55" />
      </g>
      <path d="M86 46h8v42l-4 6-4-6z" fill="#5b4636" />
      <path
        d="M68 46V30a22 22 0 0 1 44 0v16z"
        fill="none"
        stroke="var(--ll-muted)"
        strokeWidth="3"
        strokeDasharray="6 6"
        strokeLinejoin="round"
      />
      <path d="M80 28h20" stroke="var(--ll-muted)" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}
