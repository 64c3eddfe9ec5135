/** 档案文件 of a person. */
import { DocumentList } from './document-list.tsx';

export function PersonDocuments({ person }: { person: { id: number } }) {
  return <DocumentList personId={person.id} />;
}
