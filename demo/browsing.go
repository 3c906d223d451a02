package demo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// browsing is what a browser is for.
var browsing = []step{
	{name: "open a page", want: "Home", run: openPage},
	{name: "fill and send a form", want: "Report received: Ada, Copinsay", run: sendForm},
	{name: "read the page as a snapshot", want: "Last night's watch: 3 hours", run: readSnapshot},
	{name: "take a screenshot", want: "a picture of the page", run: screenshot},
	{name: "download a file", want: "logbook.csv, 4 lines", run: download},
	{name: "the site sees the stored login", want: "Signed in as ada", run: signedIn},
}

func openPage(ctx context.Context, w *walk) (string, error) {
	answer, err := w.visit(ctx, "/")
	return title(answer), err
}

func sendForm(ctx context.Context, w *walk) (string, error) {
	if _, err := w.visit(ctx, "/report"); err != nil {
		return "", err
	}
	field := func(kind, name, target, value string) map[string]any {
		return map[string]any{"element": name, "name": name, "type": kind, "target": target, "value": value}
	}
	_, err := w.tool(ctx, "browser_fill_form", map[string]any{"fields": []any{
		field("textbox", "Keeper", "#keeper", "Ada"),
		field("combobox", "Light", "#light", "Copinsay"),
	}})
	if err != nil {
		return "", err
	}
	answer, err := w.tool(ctx, "browser_click", map[string]any{"element": "Send the report", "target": "button[type=submit]"})
	if err != nil {
		return "", err
	}
	page, err := w.snapshot(ctx)
	if err != nil {
		return "", err
	}
	var said []string
	for _, m := range regexp.MustCompile(`(?m)- definition \[.*?\]: (.+)$`).FindAllStringSubmatch(page, -1) {
		said = append(said, m[1])
	}
	return title(answer) + ": " + strings.Join(said, ", "), nil
}

func readSnapshot(ctx context.Context, w *walk) (string, error) {
	if _, err := w.visit(ctx, "/logbook"); err != nil {
		return "", err
	}
	page, err := w.snapshot(ctx)
	if err != nil {
		return "", err
	}
	hours := regexp.MustCompile(`(?m)- cell "\d\d:00"`).FindAllString(page, -1)
	return fmt.Sprintf("%s: %d hours", node(page, "caption"), len(hours)), nil
}

// screenshot decodes the picture: bytes that no program can show are none.
func screenshot(ctx context.Context, w *walk) (string, error) {
	answer, err := w.tool(ctx, "browser_take_screenshot", nil)
	if err != nil {
		return "", err
	}
	for _, c := range answer.Content {
		if c.Type != "image" {
			continue
		}
		picture, err := png.Decode(bytes.NewReader(c.Data))
		if err != nil {
			return "", fmt.Errorf("the picture cannot be decoded: %w", err)
		}
		corner := picture.At(picture.Bounds().Min.X, picture.Bounds().Min.Y)
		for y := range picture.Bounds().Dy() {
			for x := range picture.Bounds().Dx() {
				if picture.At(x, y) != corner {
					return "a picture of the page", nil
				}
			}
		}
		return "a picture of one colour", nil
	}
	return "no picture", nil
}

// download clicks the link and reads the file that the answer names, outside.
func download(ctx context.Context, w *walk) (string, error) {
	answer, err := w.tool(ctx, "browser_click", map[string]any{"element": "Download the logbook", "target": "main a[download]"})
	if err != nil {
		return "", err
	}
	named := regexp.MustCompile(`Downloaded file .* to "(.+)"`)
	m := named.FindStringSubmatch(answer.Text())
	for m == nil { // it may end after the click was answered
		if answer, err = w.tool(ctx, "browser_wait_for", map[string]any{"time": 0.2}); err != nil {
			return "", errors.Join(errors.New("no download was reported"), err)
		}
		m = named.FindStringSubmatch(answer.Text())
	}
	content, err := os.ReadFile(m[1])
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s, %d lines", filepath.Base(m[1]), bytes.Count(content, []byte("\n"))), nil
}

func signedIn(ctx context.Context, w *walk) (string, error) {
	if _, err := w.visit(ctx, "/whoami"); err != nil {
		return "", err
	}
	page, err := w.snapshot(ctx)
	return node(page, "status"), err
}
