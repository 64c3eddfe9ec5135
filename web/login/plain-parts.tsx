/** Parts that the public pages of other rooms take from the login pages, with their look. */
import type { ComponentProps } from 'react';
import './external.css';

/** A form in one column, which checks itself. */
export const PlainForm = (props: ComponentProps<'form'>) => <form className="x-form" noValidate {...props} />;

/** A framed part: a heading, and lines with a button each. */
export const PlainCard = (props: ComponentProps<'section'>) => <section className="x-card" {...props} />;

/** The button of a line. */
export const PlainButton = (props: ComponentProps<'button'>) => <button {...props} type="button" className="x-small" />;

/** A tinted sentence above what it is about. */
export const PlainNote = (props: ComponentProps<'p'>) => <p className="x-note" {...props} />;

/** What else can be done here. */
export const PlainMore = (props: ComponentProps<'p'>) => <p className="x-more" {...props} />;

/** The link that leads away. */
export const PlainBack = (props: ComponentProps<'p'>) => <p className="x-back" {...props} />;
