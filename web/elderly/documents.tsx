/** /files 文档室: papers of all people and of the institution, with their ends; with `?add=1` the form is open. */
import { DocumentList } from './document-list.tsx';

export default function Documents() {
  return <DocumentList />;
}
